"""Pages as a browser without JavaScript uses them: links, forms and what they say. Each page read is checked for decency."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import httpx

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
VOID: Final = frozenset("area base br col embed hr img input link meta source track wbr use path".split())
REPEATED: Final = re.compile(r'name="(csrf|key)" value="[^"]*"')


def pairs_of(element: dict[str, str]) -> dict[str, str]:
    """The fields of a move that a button chooses, with their values."""
    return dict(parse_qsl(element["value"]))


def parse_fields(href: str) -> set[str]:
    """The names in the query of a link."""
    return set(dict(parse_qsl(urlsplit(href).query, keep_blank_values=True)))


@dataclass
class PageForm:
    """A form with the fields it would send, its buttons' labels, and the labels of what is filled in."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    unticked: dict[str, str] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)


@dataclass
class Page:
    """One page as it was read."""

    url: str
    status: int
    html: str
    title: str = ""
    headings: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    forms: list[PageForm] = field(default_factory=list)
    elements: list[dict[str, str]] = field(default_factory=list)
    text: str = ""
    faults: list[str] = field(default_factory=list)

    def form(self, action: str, button: str = "") -> PageForm:
        """The one form that sends to this address, and where given, has this button."""
        found = [
            form
            for form in self.forms
            if form.method == "post" and form.action.endswith(action) and (not button or button in form.buttons)
        ]
        assert len(found) == 1, f"{len(found)} forms to {action} {button} at {self.url}: {self.text}"
        return found[0]

    def link(self, label: str) -> str:
        """Where the first link of this label leads."""
        found = [href for text, href in self.links if text == label]
        assert found, f"no link {label!r} at {self.url}; there are {[text for text, _ in self.links]}"
        return found[0]

    def answers(self) -> list[str]:
        """Where the buttons lead, on the board or beside it, that add something to what is chosen."""
        chosen = {field for element in self.elements for field in parse_fields(element["href"])} - {"and"}
        return [
            element["href"]
            for element in self.elements
            if element["data-fits"] == "yes" and not pairs_of(element).keys() <= chosen
        ]

    def elements_of(self, field: str) -> list[dict[str, str]]:
        """The buttons that stand for a value of this field of a move."""
        return [element for element in self.elements if field in pairs_of(element)]

    @property
    def steady_html(self) -> str:
        """The page without what is drawn anew each time: form tokens and keys."""
        return REPEATED.sub(r'name="\1"', self.html)


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.stack: list[str] = []
        self.form: PageForm | None = None
        self.choosing: PageForm | None = None
        self.labelled: set[str] = set()
        self.to_label: list[str] = []
        self.catching: list[tuple[str, list[str]]] = []
        self.select: tuple[str, list[tuple[str, bool]]] | None = None
        self.words: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.stack.append(tag)
        self._check(tag, values)
        if tag == "button" and values.get("form") == "choosing":
            self.page.elements.append(values)
        if tag == "form":
            self.form = PageForm(values["action"], values.get("method", "get"))
            if values.get("id") == "choosing":
                self.choosing = self.form
            if "hidden" not in values:
                self.page.forms.append(self.form)
        elif tag == "input" and self.form is not None:
            self._input(values)
        elif tag == "select":
            self.select = (values["name"], [])
        elif tag == "option" and self.select is not None:
            self.select[1].append((values.get("value", ""), "selected" in values))
        if tag in ("a", "h1", "h2", "title", "button", "option"):
            self.catching.append((values.get("href", ""), []))

    def _input(self, values: dict[str, str]) -> None:
        assert self.form is not None
        name, value = values["name"], values.get("value", "on")
        if values.get("type") in ("checkbox", "radio") and "checked" not in values:
            if values["type"] == "checkbox":
                self.form.unticked[name] = value
        else:
            self.form.fields[name] = value if values.get("type") in ("checkbox", "radio") else values.get("value", "")

    def _check(self, tag: str, values: dict[str, str]) -> None:
        faults = self.page.faults
        is_data = values.get("type") == "application/json" and "src" not in values
        is_module = values.get("type") == "module" and values.get("src", "").startswith("/assets/")
        if tag in ("style", "iframe", "object") or (tag == "script" and not (is_data or is_module)):
            faults.append(f"<{tag}>")
        faults += [f"{name}= on <{tag}>" for name in values if name == "style" or name.startswith("on")]
        for name in ("href", "src", "action"):
            if urlsplit(values.get(name, "")).netloc:
                faults.append(f"{name}={values[name]} leads outside")
        if "id" in values:
            if values["id"] in self.ids:
                faults.append(f"id {values['id']} stands twice")
            self.ids.append(values["id"])
        if tag == "label":
            self.labelled.add(values.get("for", ""))
        if tag in ("input", "select", "textarea") and values.get("type") != "hidden" and "label" not in self.stack:
            self.to_label.append(values.get("id", "?"))
        if tag == "html" and not values.get("lang"):
            faults.append("no lang")
        if tag == "img" and "alt" not in values:
            faults.append("an image without alt")
        if tag in ("form", "div", "ul", "ol", "section") and "p" in self.stack[:-1]:
            faults.append(f"<{tag}> in <p>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            if not self.stack or self.stack[-1] != tag:
                self.page.faults.append(f"</{tag}> closes {self.stack[-1:]}")
            else:
                self.stack.pop()
        if tag in ("a", "h1", "h2", "title", "button", "option"):
            href, words = self.catching.pop()
            text = " ".join("".join(words).split())
            if tag == "a":
                self.page.links.append((text, href))
            elif tag == "button" and self.form is not None:
                self.form.buttons.append(text)
            elif tag == "title":
                self.page.title = text
            elif tag == "option" and self.select is not None:
                value, is_selected = self.select[1][-1]
                self.select[1][-1] = (value or text, is_selected)
            elif tag in ("h1", "h2"):
                self.page.headings.append(text)
        if tag == "form":
            self.form = None
        if tag == "select" and self.select is not None and self.form is not None:
            name, options = self.select
            chosen = [value for value, is_selected in options if is_selected] or [options[0][0]]
            self.form.fields[name] = chosen[0]
            self.select = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for _, words in self.catching:
            words.append(data)

    def finish(self) -> None:
        for element in self.page.elements:
            assert self.choosing is not None, "buttons of a form that is not there"
            query = urlencode({**self.choosing.fields, element["name"]: element["value"]})
            element["href"] = f"{self.choosing.action.partition('#')[0]}?{query}"
        self.page.text = " ".join(" ".join(self.words).split())
        unlabelled = [name for name in self.to_label if name not in self.labelled]
        self.page.faults += [f"{name} has no label" for name in unlabelled]
        self.page.faults += [f"<{tag}> is not closed" for tag in self.stack]
        if self.page.html.count("<h1") != 1:
            self.page.faults.append("not exactly one <h1>")
        if not self.page.title:
            self.page.faults.append("no title")
        self.page.faults += [f"a link to {href} without words" for text, href in self.page.links if not text]


def read_page(response: httpx.Response) -> Page:
    """Read a page, and fail if it is not one that we would show."""
    page = Page(str(response.url), response.status_code, response.text)
    assert response.headers["content-type"] == "text/html; charset=utf-8", response.text
    assert response.headers["content-security-policy"] == PAGE_POLICY
    reader = _Reader(page)
    reader.feed(response.text)
    reader.close()
    reader.finish()
    assert page.faults == [], f"{page.url}: {page.faults}"
    return page


class Visitor:
    """A browser without JavaScript: cookies, links, forms."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def open(self, path: str) -> Page:
        """Follow a link."""
        return read_page(await self.http.get(urljoin("/", path.partition("#")[0]), follow_redirects=True))

    async def send(self, form: PageForm, **fields: str | None) -> Page:
        """Fill in a form and send it. A field given as None is left out, as by unticking it."""
        return read_page(await self.post(form, follow_redirects=True, **fields))

    async def post(self, form: PageForm, *, follow_redirects: bool = False, **fields: str | None) -> httpx.Response:
        """Send a form and give the plain answer."""
        assert form.method == "post"
        values = {name: value for name, value in {**form.fields, **fields}.items() if value is not None}
        return await self.http.post(form.action, data=values, follow_redirects=follow_redirects)
