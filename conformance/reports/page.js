/* The table of rows: it opens, sorts and filters them. What is chosen stands in the address, to be passed on. */

const body = document.querySelector("#rows tbody");
const headings = [...document.querySelector("#rows thead tr").children];
const shareOf = row => inForce(row) ? inForce(row).share : null;
const inputOf = row => {
    const b = inForce(row), m = maximum(row, row.measure);
    return valueOf((b && b.input ? b.input : m ? m.input : "").split(";")[0]);
};
const gravity = ["fail", "error", "info", "pass", "unsupported", "skipped"];
/* What each column is sorted by: figures from the largest on, `up` and words the other way. */
const columns = [
    {name: "label", key: row => row.label},
    {name: "type", key: row => row.type},
    {name: "device", key: row => row.place, up: true},
    {name: "picture"},
    {name: "error", key: row => number(row.figure)},
    {name: "at", key: inputOf},
    {name: "bound", key: row => inForce(row) ? inForce(row).limit : null},
    {name: "share", key: shareOf},
    {name: "verdict", key: row => gravity.indexOf(verdicts[row.verdict]), up: true},
    {name: "covered", key: row => row.coverage[1]},
    {name: "why"} // a line of its own
];

/* ---- rows are buttons, headings too ---- */

const toggle = row => {
    if (row.detail)
        row.detail.remove();
    row.detail = row.detail ? null : detail(row, columns.length);
    row.button.setAttribute("aria-expanded", String(row.detail !== null));
    if (row.detail) {
        row.tr.after(row.detail);
        row.button.setAttribute("aria-controls", row.detail.id);
    }
};
[...body.children].forEach((tr, k) => {
    const row = rows[k];
    tr.row = row;
    row.tr = tr;
    row.detail = null;
    row.button = h("button", {type: "button", "aria-expanded": "false"}, row.label);
    tr.firstChild.replaceChildren(row.button);
});
body.addEventListener("click", event => {
    const tr = event.target.closest("tr");
    if (tr.row && !String(getSelection()))
        toggle(tr.row);
});
headings.forEach((th, k) => {
    const sorts = Boolean(columns[k].key);
    th.replaceChildren(h("button", {type: "button", disabled: sorts ? null : ""}, th.textContent));
    if (!sorts)
        return;
    th.setAttribute("aria-sort", "none");
    th.firstChild.addEventListener("click", () => sortBy(k));
});

/* A row's picture and share are drawn when it comes into view. */
const draw = row => {
    if (row.drawn)
        return;
    row.drawn = true;
    if (row.picture)
        row.tr.children[3].append(smallPicture(row));
    if (row.tr.children[7].textContent)
        row.tr.children[7].style.setProperty("--share", Math.min(100, 100 * shareOf(row)) + "%");
};
const watcher = new IntersectionObserver(seen => seen.filter(e => e.isIntersecting).forEach(e => {
    watcher.unobserve(e.target);
    draw(e.target.row);
}), {rootMargin: "300px"});
rows.forEach(row => watcher.observe(row.tr));
window.addEventListener("beforeprint", () => rows.filter(row => !row.tr.hidden).forEach(draw));

/* ---- sorting ---- */

const collator = new Intl.Collator("en", {numeric: true});
let sorted = {column: -1, down: false};

const compare = (x, y) => typeof x === "string" ? collator.compare(x, y) : x < y ? -1 : x > y ? 1 : 0;
/* Rows in order; those without a key are last, equal ones stand as recorded. */
const inOrder = () => {
    if (sorted.column < 0)
        return rows;
    const keys = rows.map(columns[sorted.column].key), none = k => k === null || Number.isNaN(k);
    return [...rows].sort((a, b) => {
        const x = keys[a.index], y = keys[b.index];
        const first = none(x) || none(y) ? none(x) - none(y) : sorted.down ? compare(y, x) : compare(x, y);
        return first || a.index - b.index;
    });
};
const arrange = () => {
    body.append(...inOrder().flatMap(row => row.detail ? [row.tr, row.detail] : [row.tr]));
    headings.forEach((th, k) => columns[k].key && th.setAttribute(
        "aria-sort", k !== sorted.column ? "none" : sorted.down ? "descending" : "ascending"));
};
/* Once more: the other way; then as recorded. */
const sortBy = column => {
    const {key, up} = columns[column], down = !up && rows.some(row => typeof key(row) === "number");
    if (sorted.column !== column)
        sorted = {column, down};
    else
        sorted = sorted.down === down ? {column, down: !down} : {column: -1, down: false};
    arrange();
    remember();
};

/* ---- filtering ---- */

const present = [...verdicts.keys()].filter(v => rows.some(row => row.verdict === v));
const select = (id, all, values) => h("select", {id, "aria-label": all, hidden: values.length < 2 ? "" : null},
    h("option", {value: ""}, "all " + all), ...values.map(([value, name]) => h("option", {value}, name)));
const search = h("input", {id: "search", type: "search", "aria-label": "filter by words", autocomplete: "off",
                           placeholder: "Filter: words of subject, bound, reason\u2026"});
const choose = {
    verdict: select("verdict", "verdicts", present.map(v => [String(v), verdicts[v]])),
    device: select("device", "devices", data.places.map((place, k) => [String(k), place[6] ? placeName(place) : `${placeName(place)}, ${place[1]}`])),
    type: select("type", "types", [...new Set(rows.map(row => row.type))].map(type => [type, type]))
};
const clear = h("button", {type: "button", id: "clear"}, "Clear");
const shown = h("output", {id: "shown"});
const bar = h("form", {id: "bar", role: "search"}, search, ...Object.values(choose), clear, shown);
const cards = present.map(v => h("button", {type: "button", "aria-pressed": "false", value: String(v)},
    h("b", {class: "verdict-" + verdicts[v]}, count(rows.filter(row => row.verdict === v).length)),
    h("span", {}, verdicts[v])));
document.querySelector("main").prepend(h("ul", {id: "verdicts"}, ...cards.map(card => h("li", {}, card))));
document.querySelector("#rows").parentElement.before(bar);

const haystack = row => {
    if (row.words)
        return row.words;
    const bounds = row.bounds.flatMap(b => b.slice(0, 3).map(text)); // edition, row, text
    row.words = [row.label, row.signature, row.type, verdicts[row.verdict], row.reason, text(row.wrong[0]),
                   placeName(placeOf(row)), ...bounds].join(" ").toLowerCase();
    return row.words;
};
const fits = (row, words) =>
    (choose.verdict.value === "" || row.verdict === Number(choose.verdict.value)) &&
    (choose.device.value === "" || row.place === Number(choose.device.value)) &&
    (choose.type.value === "" || row.type === choose.type.value) &&
    words.every(word => haystack(row).includes(word));
const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const row of rows) {
        const hidden = !fits(row, words);
        row.tr.hidden = hidden;
        if (row.detail)
            row.detail.hidden = hidden;
        n += !hidden;
    }
    shown.textContent = `${n === rows.length ? "" : count(n) + " of "}${count(rows.length)} rows`;
    clear.hidden = n === rows.length && !search.value;
    cards.forEach(card => card.setAttribute("aria-pressed", String(card.value === choose.verdict.value)));
    remember();
};

search.addEventListener("input", filter);
Object.values(choose).forEach(element => element.addEventListener("change", filter));
bar.addEventListener("submit", event => event.preventDefault());
clear.addEventListener("click", () => {
    search.value = "";
    Object.values(choose).forEach(element => element.value = "");
    filter();
    search.focus();
});
cards.forEach(card => card.addEventListener("click", () => {
    choose.verdict.value = card.value === choose.verdict.value ? "" : card.value;
    filter();
}));
document.addEventListener("keydown", event => {
    const typing = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || typing)
        return;
    event.preventDefault();
    search.focus();
});

/* ---- the address ---- */

const remember = () => {
    const state = new URLSearchParams(search.value ? {words: search.value} : {});
    for (const [name, element] of Object.entries(choose))
        if (element.value)
            state.set(name, element.value);
    if (sorted.column >= 0)
        state.set("sort", (sorted.down ? "-" : "") + columns[sorted.column].name);
    const hash = state.toString();
    if (hash !== location.hash.slice(1))
        history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
};
const recall = () => {
    const state = new URLSearchParams(location.hash.slice(1)), sort = state.get("sort") || "";
    search.value = state.get("words") || "";
    for (const [name, element] of Object.entries(choose))
        element.value = state.get(name) || "";
    sorted = {column: columns.findIndex(c => c.key && c.name === sort.replace("-", "")), down: sort.startsWith("-")};
    if (sorted.column >= 0 || headings.some(th => /scending/.test(th.ariaSort)))
        arrange();
    filter();
};
window.addEventListener("hashchange", recall);
recall();

/* The table's head stays below the bar, where that stays. */
new ResizeObserver(() => document.documentElement.style.setProperty("--bar-height",
    getComputedStyle(bar).position === "sticky" ? bar.offsetHeight + "px" : "0px")).observe(bar);
