/* What stands below a row that is opened: its picture, all of its figures, and how to evaluate an input again. */

const table = (headings, lines) => h("div", {class: "scroll", tabindex: "0"}, h("table", {},
    h("thead", {}, h("tr", {}, ...headings.map(name => h("th", {scope: "col"}, name)))),
    h("tbody", {}, ...lines)));
const line = (attributes, first, ...cells) =>
    h("tr", attributes, h("th", {scope: "row"}, first), ...cells.map(cell => h("td", {}, cell)));

const measureTable = row => table(
    ["measure", "largest", "at most", "at", "got", "correctly rounded"],
    row.measures.map(measureOf).map(m => line(
        {}, m.name, figure(m.max, m.name), digits(m.upper) === digits(m.max) ? "" : digits(m.upper),
        m.input, m.got, m.want)));

/* Is a function derived as the document derives it? */
const formula = derived => {
    if (!derived)
        return "";
    const [compared, differ, input] = derived;
    return differ ? `${count(differ)} of ${count(compared)} differ from its formula, first at ${text(input)}`
        : "equal to its formula";
};
const boundLine = b => {
    const made = line(
        {class: b.inForce ? "in-force" : null}, b.edition + (b.inForce ? ", in force" : ""), b.row,
        b.text + (b.unsure ? "*" : "") + (b.says ? `: "${b.says}"` : ""), figure(b.error, b.measure),
        percent(b.share), b.input, verdictElement(b.verdict),
        [formula(b.derived), b.source].filter(Boolean).join("; "));
    made.lastChild.className = "prose";
    return made;
};
const boundTable = row => table(["edition", "row", "bound", "error", "share", "at", "verdict", "source"],
                                row.bounds.map(boundOf).map(boundLine));

const claimLine = (row, [words, measure, verdict, judged]) => {
    const m = maximum(row, text(measure));
    return line({}, text(words), m ? figure(m.max, m.name) : count(row.counts[0]) + " misrounded",
                h("span", {}, verdictElement(verdict), judged ? "" : ` (${row.approx} approximations)`));
};
const claimTable = row => table(["claim", "measured", "verdict"], row.claims.map(c => claimLine(row, c)));

/* ---- evaluated again ---- */

const quoted = word => /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
const worstInput = row => {
    const b = inForce(row);
    return b && b.input ? b.input : row.measures.length ? measureOf(row.measures[0]).input : "";
};
/* The command; null: there is no input, or it is of lanes that differ. */
const command = (row, input) => {
    const place = placeOf(row), isOpencl = row.subject.startsWith("opencl/");
    if (!input || input.includes(","))
        return null;
    return ["ulparity eval", quoted(row.subject), ...input.split(";"), "-d", quoted(place[0]), "--type", row.type,
            isOpencl && row.width > 1 && !/\d\)$/.test(row.subject) && "--width " + row.width,
            place[5] && "--flags=" + quoted(place[5]),
            place[0].startsWith("opencl") && row.approx === "mufu" && "--approx mufu"].filter(Boolean).join(" ");
};

/* ---- facts: what has a value is told ---- */

const joined = (...words) => words.filter(Boolean).join(", ");
const covered = c => joined(text(c[0]), count(c[1]) + " inputs", c[2] !== null && "seed " + c[2],
                            text(c[3]) && "range " + text(c[3]), text(c[4]) && "file " + text(c[4]),
                            text(c[5]) && "shard " + text(c[5]));
const besideWidth1 = w => {
    if (!w || !w[0])
        return w && "equal bits";
    return `${count(w[0])} differ; at lane ${w[1]} of ${text(w[2])} got ${text(w[3])}, at width 1 ${text(w[4])}`;
};
const code = words => words && h("code", {}, words);

const facts = row => {
    const [name, own, driver, compiler, architecture, flags] = placeOf(row), measured = row.measures.length > 0;
    const list = [
        ["reason", row.reason],
        ["wrong", text(row.wrong[0])],
        ["device", joined(name, own, driver, compiler, architecture, flags && "flags " + flags)],
        ["signature", joined(row.signature, row.width > 1 && "width " + row.width,
                             row.approx && row.approx + " approximations")],
        ["covered", covered(row.coverage)],
        ["misrounded", measured && count(row.counts[0])],
        ["beyond 1 ulp", measured && `${count(row.counts[1])}; mean ${digits(row.counts[2])} ulp`],
        ["flushed to zero", row.flushed[0] && `${count(row.flushed[0])}, at ${text(row.flushed[1])}`],
        ["beside width 1", besideWidth1(row.width1)],
        ["seconds", digits(row.seconds, 3)],
        ["worst input again", code(command(row, worstInput(row)))],
        ["wrong one again", code(command(row, text(row.wrong[1])))]
    ];
    return h("dl", {}, ...list.filter(([, value]) => value).flatMap(([name, value]) =>
        [h("dt", {}, name), h("dd", {}, value)]));
};

const detail = (row, columns) => {
    const section = (name, list, made) => list.length ? [h("h3", {}, name), made(row)] : [];
    return h("tr", {class: "detail", id: "row" + row.index}, h("td", {colspan: columns},
        row.picture && picture(row), ...section("Errors", row.measures, measureTable),
        ...section("Bounds", row.bounds, boundTable), ...section("Claims", row.claims, claimTable),
        h("h3", {}, "Facts"), facts(row)));
};
