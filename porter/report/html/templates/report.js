"use strict";
// Everything that came from a project becomes text, never markup.
const byId = (id) => document.getElementById(id);
const KEY = "porter-report:" + document.body.dataset.key;
const GRAVITIES = ["error", "error", "warning", "note"];
const PAGE = 200;

function element(tag, options = {}, ...children) {
  const { className, ...rest } = options;
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(rest)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// What stands in backticks is code.
function prose(text) {
  return text.split(/`([^`]*)`/).map((part, at) => (at % 2 ? element("code", {}, part) : part));
}

async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function remembered() {
  try { return JSON.parse(localStorage.getItem(KEY) || "{}"); } catch { return {}; }
}

function remember(values) {
  try { localStorage.setItem(KEY, JSON.stringify(values)); } catch { /* private windows keep nothing */ }
}

const kept = remembered();
const done = new Set(Array.isArray(kept.done) ? kept.done : []);

// Light and dark.
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const isDark = theme === "dark";
  byId("theme").textContent = isDark ? "Light" : "Dark";
  byId("theme").setAttribute("aria-pressed", String(isDark));
}
const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
setTheme(kept.theme === "dark" || kept.theme === "light" ? kept.theme : prefersDark ? "dark" : "light");
byId("theme").addEventListener("click", () => {
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  kept.theme = document.documentElement.dataset.theme;
  remember({ ...kept, done: [...done] });
});

// A rule that is linked to is shown open.
function openLinked() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name.startsWith("rule-") ? byId(name) : null;
  if (target) target.open = true;
}
addEventListener("hashchange", openLinked);

let index = { files: [], work: [], texts: [], rules: {} };
const chunks = new Map();
let shown = PAGE;
let rows = [];

const FILTERS = ["query", "gravity", "rule", "sort", "done"];

function keyOf(item) {
  const [file, line, , , rule, message] = item;
  return index.files[file][0] + "\n" + line + "\n" + rule + "\n" + index.texts[message];
}

// The work list.
function filtered() {
  const [query, gravity, rule, sort, state] = FILTERS.map((id) => byId(id).value);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = index.work.filter((item) => {
    if (gravity !== "" && item[3] !== Number(gravity)) return false;
    if (rule && item[4] !== rule) return false;
    if (state && done.has(keyOf(item)) !== (state === "done")) return false;
    if (!words.length) return true;
    const text = (index.files[item[0]][0] + " " + item[4] + " " + index.texts[item[5]]).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const orders = {
    cost: (a, b) => a[3] - b[3] || b[7] - a[7] || a[0] - b[0] || a[1] - b[1],
    file: (a, b) => a[0] - b[0] || a[1] - b[1],
    rule: (a, b) => (a[4] < b[4] ? -1 : a[4] > b[4] ? 1 : a[0] - b[0] || a[1] - b[1]),
  };
  return found.sort(orders[sort] || orders.cost);
}

function workRow(item) {
  const [file, line, column, gravity, rule, message, hint, uses] = item;
  const key = keyOf(item), path = index.files[file][0], place = path + ":" + line + ":" + column;
  const box = element("input", { type: "checkbox", "aria-label": "Done: " + place });
  box.checked = done.has(key);
  const row = element("tr", { className: box.checked ? "done" : "" });
  box.addEventListener("change", () => {
    if (box.checked) done.add(key); else done.delete(key);
    row.className = box.checked ? "done" : "";
    remember({ ...kept, done: [...done] });
    count();
  });
  const what = element("td", {}, ...prose(index.texts[message]));
  if (index.texts[hint]) what.append(element("p", { className: "hint" }, ...prose(index.texts[hint])));
  const where = element("button", { type: "button", className: "place" }, place);
  where.addEventListener("click", () => openFile(file, line));
  const kind = byId("gravity").options[gravity + 1].textContent;
  row.append(
    element("td", {}, box), element("td", { className: GRAVITIES[gravity] }, kind),
    element("td", {}, element("a", { href: "#rule-" + rule, className: "rule" }, rule)),
    what, element("td", {}, where), element("td", { className: "number" }, String(uses)),
  );
  return row;
}

function count() {
  const open = rows.filter((item) => !done.has(keyOf(item))).length;
  byId("work-count").textContent = rows.length + " findings, " + open + " open";
}

function showWork() {
  rows = filtered();
  byId("work-rows").replaceChildren(...rows.slice(0, shown).map(workRow));
  byId("work-more").hidden = rows.length <= shown;
  count();
}

function saveFilters() {
  const state = new URLSearchParams();
  for (const id of FILTERS) if (byId(id).value && !(id === "sort" && byId(id).value === "cost")) state.set(id, byId(id).value);
  history.replaceState(null, "", "#work" + (state.size ? "?" + state : ""));
}

function restoreFilters() {
  const [, query] = location.hash.split("?");
  if (!query) return;
  for (const [id, value] of new URLSearchParams(query)) if (FILTERS.includes(id)) byId(id).value = value;
}

function save(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A cell that begins so would be a formula in a spreadsheet.
const cell = (text) => '"' + (/^[=+\-@\t\r]/.test(text) ? "'" + text : text).replaceAll('"', '""') + '"';

function asCsv() {
  const lines = rows.map((item) => [
    done.has(keyOf(item)) ? "done" : "open", byId("gravity").options[item[3] + 1].textContent, item[4],
    index.files[item[0]][0], String(item[1]), String(item[2]), index.texts[item[5]], index.texts[item[6]], String(item[7]),
  ].map(cell).join(","));
  return ["state,kind,rule,file,line,column,message,hint,uses", ...lines].join("\r\n") + "\r\n";
}

const inMarkdown = (text) => text.replace(/[\\`*_[\]<>|#]/g, "\\$&");

function asMarkdown() {
  return rows.map((item) => {
    const hint = index.texts[item[6]] ? " – " + inMarkdown(index.texts[item[6]]) : "";
    const place = inMarkdown(index.files[item[0]][0]) + ":" + item[1];
    return "- [" + (done.has(keyOf(item)) ? "x" : " ") + "] " + item[4] + " " + place + ": " + inMarkdown(index.texts[item[5]]) + hint;
  }).join("\n") + "\n";
}

// The tree of files: a folder is filled when it is opened.
function folderOf(files) {
  const root = { folders: new Map(), files: [], counts: [0, 0, 0] };
  for (const number of files) {
    const file = index.files[number], parts = file[0].split("/");
    let at = root;
    const add = () => { at.counts[0] += file[2]; at.counts[1] += file[3]; at.counts[2] += file[4]; };
    add();
    for (const part of parts.slice(0, -1)) {
      if (!at.folders.has(part)) at.folders.set(part, { folders: new Map(), files: [], counts: [0, 0, 0] });
      at = at.folders.get(part);
      add();
    }
    at.files.push([parts[parts.length - 1], number]);
  }
  return root;
}

function numberOf(count, what) {
  return count + " " + what + (count === 1 ? "" : "s");
}

function counted([edits, errors, warnings]) {
  const parts = [];
  if (edits) parts.push(numberOf(edits, "edit"));
  if (errors) parts.push(numberOf(errors, "error"));
  if (warnings) parts.push(numberOf(warnings, "warning"));
  return element("span", { className: errors ? "count error" : "count" }, parts.length ? " " + parts.join(", ") : "");
}

function listOf(folder) {
  const list = element("ul");
  for (const [name, inner] of [...folder.folders].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const details = element("details", {}, element("summary", {}, name + "/", counted(inner.counts)));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(listOf(inner));
    });
    if (folder.folders.size === 1 && !folder.files.length) details.open = true;
    list.append(element("li", {}, details));
  }
  for (const [name, number] of folder.files) {
    const file = index.files[number];
    const button = element("button", { type: "button", "data-file": String(number) }, name, counted([file[2], file[3], file[4]]));
    button.addEventListener("click", () => openFile(number));
    list.append(element("li", {}, button));
  }
  return list;
}

function showTree() {
  const text = byId("find").value.toLowerCase(), only = byId("changed").checked;
  const numbers = [];
  index.files.forEach((file, number) => {
    if (only && file[6] < 0 && !file[8]) return;
    if (!text || file[0].toLowerCase().includes(text)) numbers.push(number);
  });
  const list = listOf(folderOf(numbers));
  if (text && numbers.length < 300) for (const one of list.querySelectorAll("details")) one.open = true;
  byId("tree").replaceChildren(list);
}

// Syntax colours, line by line.
const TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#\s*\w+)|\b(\d[\w.]*)|\b(alignas|auto|bool|break|case|char|class|const|constexpr|continue|default|delete|do|double|else|enum|explicit|extern|false|float|for|if|inline|int|long|namespace|new|nullptr|operator|private|public|return|short|signed|sizeof|static|struct|switch|template|this|true|typedef|typename|union|unsigned|using|void|volatile|while|__device__|__global__|__host__|__shared__|__constant__|__restrict__|def|import|from|None|True|False)\b/g;
const NAMES = ["c", "s", "d", "n", "k"];

function coloured(text) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const kind = NAMES[match.slice(1).findIndex((one) => one !== undefined)];
    parts.push(element("span", { className: kind }, match[0]));
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function pieces(line) {
  return line.flatMap((piece) => {
    if (typeof piece === "string") return coloured(piece);
    const [text, number] = piece;
    const [rule, detail] = index.texts[number].split("\n");
    return [element("mark", { tabindex: "0", "data-rule": rule, "data-detail": detail || "", "aria-describedby": "tip" }, text)];
  });
}

function diffRows(hunk, findings) {
  let [old, fresh] = hunk;
  const made = [];
  for (const row of hunk[2]) {
    const isSame = typeof row === "string";
    const [left, right] = isSame ? [[row], [row]] : row;
    const cells = [[left, old, "old"], [right, fresh, "new"]].flatMap(([line, number, side]) => [
      element("td", { className: "line" }, line ? String(number) : ""),
      element("td", { className: "code" + (isSame || !line ? "" : " " + side) }, ...(line ? pieces(line) : [])),
    ]);
    made.push(element("tr", { "data-line": left ? String(old) : "" }, ...cells));
    for (const item of left ? findings.get(old) || [] : []) {
      const said = element("td", { colspan: "4", className: "finding " + GRAVITIES[item[3]] },
        element("a", { href: "#rule-" + item[4] }, item[4]), " ", ...prose(index.texts[item[5]]));
      if (index.texts[item[6]]) said.append(element("p", { className: "hint" }, ...prose(index.texts[item[6]])));
      made.push(element("tr", {}, said));
    }
    if (left) old += 1;
    if (right) fresh += 1;
  }
  return made;
}

async function openFile(number, line) {
  const [path, port, edits, , , , chunk, place, reason] = index.files[number];
  const view = byId("view");
  const title = element("h3", {}, path + (port ? " → " + port : ""));
  for (const one of document.querySelectorAll("#tree [aria-current]")) one.removeAttribute("aria-current");
  const button = document.querySelector('#tree [data-file="' + number + '"]');
  if (button) button.setAttribute("aria-current", "true");
  if (chunk < 0) {
    view.replaceChildren(title, element("p", {}, reason || "The file stays as it is."));
  } else {
    if (!chunks.has(chunk)) chunks.set(chunk, unpacked("chunk-" + chunk));
    const hunks = (await chunks.get(chunk))[place];
    const findings = new Map();
    for (const item of index.work) if (item[0] === number) findings.set(item[1], [...(findings.get(item[1]) || []), item]);
    const body = element("tbody");
    hunks.forEach((hunk, at) => {
      if (at || hunk[0] > 1) body.append(element("tr", { className: "gap" }, element("td", { colspan: "4" }, "line " + hunk[0])));
      body.append(...diffRows(hunk, findings));
    });
    const columns = element("colgroup", {}, ...["line", "", "line", ""].map((className) => element("col", { className })));
    const head = element("thead", {}, element("tr", {},
      element("th", { scope: "colgroup", colspan: "2" }, "CUDA"), element("th", { scope: "colgroup", colspan: "2" }, "Port")));
    view.replaceChildren(title, element("p", { className: "count" }, numberOf(edits, "edit")), element("table", { className: "diff" }, columns, head, body));
  }
  byId("files").scrollIntoView();
  const target = line && view.querySelector('[data-line="' + line + '"]');
  if (target) target.scrollIntoView({ block: "center" });
  view.focus({ preventScroll: true });
}

// What an edit's rule does and why, on hover and on focus.
function tell(mark) {
  const tip = byId("tip"), { rule, detail } = mark.dataset;
  const [name, what, why] = index.rules[rule] || ["", "", ""];
  const link = element("a", { href: "#rule-" + rule }, rule + " " + name);
  tip.replaceChildren(element("p", {}, link), element("p", {}, ...prose(what)));
  if (why) tip.append(element("p", { className: "hint" }, ...prose(why)));
  if (detail) tip.append(element("p", { className: "hint" }, detail));
  tip.hidden = false;
  const box = mark.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
  const below = box.bottom + 4;
  tip.style.top = (below + tip.offsetHeight < innerHeight ? below : Math.max(8, box.top - tip.offsetHeight - 4)) + "px";
}
for (const type of ["mouseover", "focusin"]) {
  document.addEventListener(type, (event) => {
    const mark = event.target.closest && event.target.closest("mark[data-rule]");
    if (mark) tell(mark); else if (!event.target.closest || !event.target.closest("#tip")) byId("tip").hidden = true;
  });
}
document.addEventListener("keydown", (event) => {
  const mark = event.target.closest && event.target.closest("mark[data-rule]");
  if (event.key === "Escape") byId("tip").hidden = true;
  if (event.key === "Enter" && mark) location.hash = "rule-" + mark.dataset.rule;
});

async function start() {
  openLinked();
  if (!byId("index")) return;
  index = await unpacked("index");
  for (const rule of [...new Set(index.work.map((item) => item[4]))].sort()) byId("rule").append(element("option", { value: rule }, rule));
  restoreFilters();
  showWork();
  showTree();
  for (const id of FILTERS) byId(id).addEventListener("input", () => { shown = PAGE; showWork(); saveFilters(); });
  byId("work-more").addEventListener("click", () => { shown += PAGE; showWork(); });
  byId("find").addEventListener("input", showTree);
  byId("changed").addEventListener("input", showTree);
  byId("csv").addEventListener("click", () => save("findings.csv", "text/csv", asCsv()));
  byId("markdown").addEventListener("click", () => save("findings.md", "text/markdown", asMarkdown()));
  document.documentElement.dataset.ready = "true";
}
start();
