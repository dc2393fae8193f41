// The page that checks a game here in the browser: fetches the log, checks it, and says in plain words what came of it.

import { audit, NotALog } from "./auditing.js";
import { canHash } from "./hashing.js";
import { keptReceipts } from "./keeping.js";

const main = document.getElementById("main");
const { game, log } = main.dataset;
const status = document.getElementById("verify-status");
const progress = document.getElementById("verify-progress");

function element(name, text, ...parts) {
  const made = document.createElement(name);
  made.append(text, ...parts);
  return made;
}

function placeOf({ version, position }) {
  if (version) return ` at version ${version}`;
  return position ? ` at position ${position}` : "";
}

function rowOf({ title, count, faultCount, notDone }) {
  const right = notDone ? "right, as far as checked" : "right";
  const row = element("tr", element("th", title), element("td", count), element("td", faultCount ? `${faultCount} wrong` : right));
  row.className = faultCount ? "wrong" : "right";
  row.firstChild.scope = "row";
  return row;
}

function say(kind, text) {
  status.textContent = text;
  status.dataset.result = kind;
}

function verdictOf(report, faults) {
  if (!report.isGood) {
    const [{ title }] = faults;
    return `This log does not verify. The first that is wrong is${placeOf(faults[0]) || `: ${title}`}.`;
  }
  if (report.isWhole) return "This log verifies: nothing was changed, and every draw is what the seed gives.";
  return "What you were told is unchanged, up to now. What you were not told is bound, and opens when the game is over.";
}

function show(report) {
  const faults = report.checks
    .flatMap((check) => check.faults.map((fault) => ({ ...fault, title: check.title })))
    .sort((one, other) => (one.version ?? one.position ?? 0) - (other.version ?? other.position ?? 0));
  say(report.isGood ? "good" : "wrong", verdictOf(report, faults));
  document.getElementById("verify-rows").replaceChildren(...report.checks.map(rowOf));
  document.getElementById("verify-report").hidden = false;
  const said = faults.map((fault) => element("li", `${fault.title}${placeOf(fault)}: ${fault.what}`));
  const notDone = report.checks.filter((check) => check.notDone).map((check) => element("li", `${check.title}: ${check.notDone}`));
  document.getElementById("verify-faults").replaceChildren(...said, ...notDone);
}

/** Offer the kept receipts as a file, for the command line. */
function offerReceipts(receipts) {
  if (!receipts.length) return;
  const link = document.getElementById("save-receipts");
  const lines = receipts.map((receipt) => `${JSON.stringify(receipt)}\n`);
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  link.parentElement.hidden = false;
  document.getElementById("verify-command").textContent += ` --receipts ${link.download}`;
}

async function verify() {
  const receipts = keptReceipts(game);
  offerReceipts(receipts);
  if (!canHash) {
    say("none", "This browser checks nothing here: its crypto is there on https and on localhost only. The command line checks everything.");
    return;
  }
  say("running", "Fetching the log…");
  try {
    const response = await fetch(log);
    if (!response.ok) throw new NotALog("The server does not give the log out.");
    const text = await response.text();
    say("running", "Checking…");
    progress.hidden = false;
    show(
      await audit(text, receipts, (done, total) => {
        progress.max = total;
        progress.value = done;
      }),
    );
  } catch (error) {
    say("wrong", error instanceof NotALog ? `This is no log. ${error.message}` : "The log could not be fetched or read to its end. Try again.");
  }
  progress.hidden = true;
}

verify();
