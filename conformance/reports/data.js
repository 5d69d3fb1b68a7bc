/* What the page's scripts share: the data that page_data.c makes, elements, numbers. They run in one scope, in
 * this order: data.js, picture.js, opened.js, page.js. */
const data = JSON.parse(document.getElementById("data").textContent);
const verdicts = ["pass", "fail", "info", "unsupported", "skipped", "error"];
const measures = ["opencl", "cuda", "ordinal", "abs", "rel"];
const units = {opencl: "ulp", cuda: "ulp cuda", ordinal: "ulp ord", abs: "abs", rel: "rel"};
const text = n => data.texts[n];
const number = x => x === "inf" ? Infinity : x;

/* ---- rows: a list each, in the order of data_of_row in page_data.c ---- */

const field = ["label", "subject", "signature", "type", "width", "place", "approx", "verdict", "reason", "figure",
               "measure", "measures", "bounds", "claims", "counts", "wrong", "flushed", "width1", "seconds",
               "coverage", "picture"];
const isText = new Set(["label", "subject", "signature", "type", "approx", "reason", "measure"]);
const rows = data.rows.map((values, index) => {
    const row = {index};
    field.forEach((name, k) => row[name] = isText.has(name) ? text(values[k]) : values[k]);
    return row;
});
const measureOf = m => ({
    name: measures[m[0]], max: number(m[1]), upper: number(m[2]), input: text(m[3]), got: text(m[4]), want: text(m[5])
});
const boundOf = b => ({
    edition: text(b[0]), row: text(b[1]), text: text(b[2]), source: text(b[3]), inForce: b[4], unsure: b[5],
    verdict: b[6], measure: text(b[7]), limit: number(b[8]), error: number(b[9]), share: number(b[10]),
    input: text(b[11]), got: text(b[12]), says: text(b[13]), derived: b[14]
});
const maximum = (row, name) => {
    const found = row.measures.find(m => measures[m[0]] === name);
    return found ? measureOf(found) : null;
};
const inForce = row => {
    const found = row.bounds.find(b => b[4]);
    return found ? boundOf(found) : null;
};
/* Of a device under flags: its name, its own name, driver, compiler, architecture, flags; what tells it apart. */
const placeOf = row => data.places[row.place];
const placeName = place => [place[0], place[5], place[6]].filter(Boolean).join(" ");

/* ---- elements; children and attributes that are null are left out ---- */

const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes))
        if (value !== null)
            element.setAttribute(name, value);
    element.append(...children.filter(child => child !== null));
    return element;
};
const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const s = (name, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
const verdictElement = v => h("span", {class: "verdict-" + verdicts[v]}, verdicts[v]);

/* ---- numbers ---- */

/* As %g has them: 1.5e-05. */
const digits = (x, n = 6) => {
    if (x === null || x === Infinity)
        return x === null ? "" : "inf";
    const kept = Number(x.toPrecision(n)), size = Math.abs(kept);
    return kept && (size < 1e-4 || size >= 10 ** n)
        ? kept.toExponential().replace(/e(.)(\d)$/, (_, sign, digit) => `e${sign}0${digit}`) : String(kept);
};
const figure = (x, measure) => x === null || !measure ? "" : digits(x) + " " + units[measure];
const count = n => n.toLocaleString("en").replaceAll(",", "\u202f");

/* Whole percents, never rounded across the limit. */
const percent = share => {
    if (share === null)
        return "";
    if (share < 10)
        return (share <= 1 ? Math.floor(100 * share) : Math.ceil(100 * share)) + " %";
    return share < 9999 ? Math.round(share) + "x" : ">9999x";
};

/* A hexfloat or decimal as records have it; null: there is none. */
const valueOf = word => {
    const m = /^(-?)0x([01])(?:\.([0-9a-f]*))?p([+-]\d+)$/.exec(word);
    if (!m)
        return word === "" ? null : Number(word.replace("inf", "Infinity"));
    const fraction = m[3] ? parseInt(m[3], 16) / 16 ** m[3].length : 0;
    return (m[1] ? -1 : 1) * (Number(m[2]) + fraction) * 2 ** Number(m[4]);
};
