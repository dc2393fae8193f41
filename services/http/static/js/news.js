// One stream of news for the whole browser, however many tabs are open (a browser allows six connections to a server):
// one tab leads, holds the stream and tells the others over a channel. If it goes, another takes over.
//
// Said over the channel, each with the sender's `tab`:
//   asks     who leads? (with the tables this tab shows, and whether the visitor has a name)
//   leads    I do (with whether the stream is connected); also a sign of life
//   leaves   I no longer do
//   event    the stream said: { name, data }; of each table that a tab shows, at its start, where it stands or that it is gone

const ALIVE_MS = 4_000;
const SILENT_MS = 10_000;
const ANSWER_MS = 400;
const RETRY_MS = 2_000;
/** The server says something every 15 s; a stream that is silent for longer has been lost on the way. */
const STREAM_SILENT_MS = 40_000;
const EVENTS = ["table", "gone", "reset"];
/** The server takes no more. */
export const MOST_WATCHED = 20;

/**
 * Follow the news: `onEvent(name, data)` for each event, `onConnection(isConnected)` when that changes.
 * `watched` lists the tables that the page shows, `MOST_WATCHED` at most; `isMember` says whether the visitor has tables of its own.
 */
export class News {
  constructor({ isMember, watched, onEvent, onConnection }) {
    Object.assign(this, { isMember, watched, onEvent, onConnection });
    this.tab = Math.random().toString(36).slice(2);
    this.leader = null;
    this.heardAt = Date.now();
    this.isConnected = true;
    this.stream = null;
    this.retry = 0;
    this.allWatched = new Set();
    this.lastNews = new Map();
    this.seen = new Map();
    this.channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("dragonpost") : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.hear(data);
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => persisted && this.ask());
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
    setInterval(() => this.check(), ALIVE_MS);
    this.ask();
  }

  say(kind, more = {}) {
    this.channel?.postMessage({ kind, tab: this.tab, ...more });
  }

  /** Ask who leads; if nobody answers, lead. */
  ask() {
    if (this.stream) return;
    const askedAt = Date.now();
    this.sayAsks();
    setTimeout(() => (this.stream || this.heardAt > askedAt ? null : this.lead()), this.channel ? ANSWER_MS : 0);
  }

  sayAsks() {
    this.say("asks", { watched: this.watched, isMember: this.isMember });
  }

  check() {
    if (this.leader === this.tab) {
      this.say("leads", { isConnected: this.isConnected });
      if (Date.now() - this.streamHeardAt > STREAM_SILENT_MS) this.reopen();
    } else if (Date.now() - this.heardAt > SILENT_MS) this.ask();
  }

  hear({ kind, tab, ...said }) {
    if (kind === "asks" && this.leader === this.tab) this.answer(said);
    else if (kind === "leads") this.follow(tab, said.isConnected);
    else if (kind === "leaves" && tab === this.leader) setTimeout(() => this.ask(), Math.random() * 100);
    else if (kind === "event") {
      this.heardAt = Date.now();
      this.noteConnection(true);
      this.take(said.name, said.data);
    }
  }

  /** Hand an event on, once: a new tab makes the leader tell everybody the latest again. */
  take(name, data) {
    if (name === "table") {
      const { position, seat } = this.seen.get(data.game) ?? { position: -1 };
      if (data.seat === seat && data.position <= position) return;
      this.seen.set(data.game, data);
    } else this.seen.delete(data.game);
    this.onEvent(name, data);
  }

  answer({ watched, isMember }) {
    this.say("leads", { isConnected: this.isConnected });
    const isFollowed = watched.every((game) => this.allWatched.has(game) || this.lastNews.has(game));
    const isKnown = this.isMember || !isMember;
    this.remember(watched);
    this.isMember ||= isMember;
    if (isFollowed && isKnown) this.lastNews.forEach((data) => this.say("event", { name: "table", data }));
    else if (!this.retry) this.reopen();
  }

  /** Of too many tables, those that a tab showed last are watched. */
  remember(watched) {
    const others = [...this.allWatched].filter((game) => !watched.includes(game));
    this.allWatched = new Set([...others, ...watched].slice(-MOST_WATCHED));
  }

  /** Follow the tab that says that it leads; of two that do, the one with the smaller name goes on. */
  follow(tab, isConnected) {
    this.heardAt = Date.now();
    if (this.leader === this.tab) {
      if (tab > this.tab) return this.say("leads", { isConnected: this.isConnected });
      this.close();
    }
    const isNew = this.leader !== tab;
    this.leader = tab;
    if (isNew && this.watched.length) this.sayAsks();
    this.noteConnection(isConnected);
  }

  lead() {
    this.leader = this.tab;
    this.remember(this.watched);
    this.reopen();
    this.say("leads", { isConnected: this.isConnected });
  }

  leave() {
    if (this.leader !== this.tab) return;
    this.close();
    this.leader = null;
    this.say("leaves");
  }

  close() {
    clearTimeout(this.retry);
    this.retry = 0;
    this.stream?.close();
    this.stream = null;
  }

  /** Open the stream anew: it begins with where every table stands, so nothing is missed. */
  reopen() {
    this.close();
    this.lastNews.clear();
    this.streamHeardAt = Date.now();
    if (!this.isMember && !this.allWatched.size) return;
    const query = new URLSearchParams([...this.allWatched].map((game) => ["watch", game]));
    const stream = new EventSource(`/stream?${query}`);
    this.stream = stream;
    const isHeard = () => {
      this.streamHeardAt = Date.now();
      this.noteConnection(true);
    };
    stream.onopen = isHeard;
    stream.addEventListener("ping", isHeard);
    EVENTS.forEach((name) =>
      stream.addEventListener(name, ({ data }) => {
        isHeard();
        this.pass(name, JSON.parse(data));
      }),
    );
    stream.onerror = () => this.lose(stream);
  }

  pass(name, data) {
    if (name === "table") this.lastNews.set(data.game, data);
    if (name === "gone") {
      this.lastNews.delete(data.game);
      this.allWatched.delete(data.game);
    }
    this.take(name, data);
    this.say("event", { name, data });
  }

  /**
   * The browser tries again by itself, unless the server refused, which it may do because the visitor has signed out: every page
   * looks at once how it stands.
   */
  lose(stream) {
    this.noteConnection(false);
    if (stream.readyState !== EventSource.CLOSED || stream !== this.stream) return;
    this.pass("reset", {});
    this.retry = setTimeout(() => this.reopen(), RETRY_MS);
  }

  /** Watch these tables too, or again. */
  watch(games) {
    this.watched = games;
    if (this.leader === this.tab) this.answer(this);
    else this.sayAsks();
  }

  /** Hand on every sign of the stream: the page may have lost the server for reasons of its own. */
  noteConnection(isConnected) {
    const isNew = isConnected !== this.isConnected;
    this.isConnected = isConnected;
    if (isNew && this.leader === this.tab) this.say("leads", { isConnected });
    this.onConnection(isConnected, isNew);
  }
}
