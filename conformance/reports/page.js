/* What makes the page's table sort, filter and open: see print_html.c, which writes the data that this reads. */
"use strict";
(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const verdicts = ["pass", "fail", "info", "unsupported", "skipped", "error"];
    const gravity = [3, 0, 2, 4, 5, 1]; // of verdicts, as they are sorted
    const measures = ["opencl", "cuda", "ordinal", "abs", "rel"];
    const units = {opencl: "ulp", cuda: "ulp cuda", ordinal: "ulp ord", abs: "abs", rel: "rel"};
    const text = n => data.texts[n];
    const number = x => x === "inf" ? Infinity : x;

    /* ---- rows, as print_html.c's data_of_row gives them ---- */

    const field = ["label", "subject", "signature", "type", "width", "place", "approx", "verdict", "reason", "figure",
                   "measure", "measures", "bounds", "claims", "counts", "wrong", "flushed", "width1", "seconds",
                   "coverage", "picture"];
    const isText = new Set(["label", "subject", "signature", "type", "approx", "reason", "measure"]);
    const rows = data.rows.map((values, index) => {
        const row = {index};
        field.forEach((name, k) => row[name] = isText.has(name) ? text(values[k]) : values[k]);
        return row;
    });
    const bound = b => ({
        edition: text(b[0]), row: text(b[1]), text: text(b[2]), source: text(b[3]), inForce: b[4], unsure: b[5],
        verdict: b[6], measure: text(b[7]), limit: number(b[8]), error: number(b[9]), share: number(b[10]),
        input: text(b[11]), got: text(b[12]), says: text(b[13]), derived: b[14]
    });
    const inForce = row => {
        const found = row.bounds.find(b => b[4]);
        return found && bound(found);
    };
    const placeName = place => place[0] + (place[5] ? " " + place[5] : "");

    /* ---- elements ---- */

    const fill = (element, attributes, children) => {
        for (const [name, value] of Object.entries(attributes || {}))
            if (value !== undefined && value !== null && value !== false)
                element.setAttribute(name, value);
        element.append(...children.filter(child => child !== null && child !== undefined));
        return element;
    };
    const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
    const s = (name, attributes, ...children) =>
        fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
    const verdict = v => h("span", {class: "verdict-" + verdicts[v]}, verdicts[v]);

    /* ---- numbers ---- */

    const digits = (x, n = 6) => x === null || x === undefined ? "" : x === Infinity ? "inf" : String(Number(x.toPrecision(n)));
    const count = n => n.toLocaleString("en").replaceAll(",", "\u202f");
    const percent = share => share === null ? "" : share <= 1 ? Math.floor(100 * share) + " %"
        : share < 10 ? Math.ceil(100 * share) + " %" : share < 9999 ? Math.round(share) + "x" : ">9999x";

    /* Hexfloat or decimal. */
    const valueOf = word => {
        const m = /^(-?)0x([01])(?:\.([0-9a-f]*))?p([+-]\d+)$/.exec(word);
        if (!m)
            return word === "inf" ? Infinity : word === "-inf" ? -Infinity : word === "" ? null : Number(word);
        const fraction = m[3] ? parseInt(m[3], 16) / 16 ** m[3].length : 0;
        return (m[1] ? -1 : 1) * (Number(m[2]) + fraction) * 2 ** Number(m[4]);
    };

    /* ---- pictures: the largest error in each of 512 blocks of the first argument ---- */

    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const digit = new Map([...letters].map((letter, k) => [letter, k]));
    const errorOf = code => code === 0 ? null : code === 1 ? 0 : code === 4095 ? Infinity
        : code < 3842 ? 2 ** ((code - 2) / 60 - 20) : 2 ** ((code - 3842) * 8.5 + 44);
    const decode = packed => {
        const errors = [];
        for (let k = 0; k < packed.length; k += 2) {
            if (packed[k] === ".")
                for (let n = digit.get(packed[k + 1]), last = errors[errors.length - 1]; n >= 0; n--)
                    errors.push(last);
            else
                errors.push(errorOf(digit.get(packed[k]) * 64 + digit.get(packed[k + 1])));
        }
        return errors;
    };

    /* A type's blocks along an axis, from its lowest value to its highest. Of a float a block is a sign and eight
     * bits below it: `exponent` gives log2 where a block begins, `place` the block where 2^e lies. */
    const minus = "\u2212";
    const superscript = n => [...String(n)].map(c => c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[c]).join("");
    const power = e => e === 0 ? "1" : "2" + superscript(e);
    const floats = {
        float: {exponent: k => k - 127, place: e => e + 127, ticks: [-64, 0, 64], infinite: 255},
        bfloat16: {exponent: k => k - 127, place: e => e + 127, ticks: [-64, 0, 64], infinite: 255},
        half: {exponent: k => (k >> 3) - 15, place: e => (e + 15) * 8, ticks: [-7, 0, 8], infinite: 248, parts: 8},
        double: {exponent: k => 8 * k - 1023, place: e => (e + 1023) / 8, ticks: [-512, 0, 512], infinite: 255, wide: true}
    };
    const floatAxis = f => ({
        position: b => b < 256 ? 256 + b : 511 - b,
        ticks: [[0, minus + "inf"], ...f.ticks.map(e => [256 - f.place(e), minus + power(e)]), [256, "0"],
                ...f.ticks.map(e => [256 + f.place(e), power(e)]), [512, "inf"]],
        name: b => {
            const k = b & 255, sign = b > 255 ? minus : "";
            const edge = j => {
                if (j === 0)
                    return "0";
                if (j >= f.infinite)
                    return f.wide && j === 255 ? power(f.exponent(j)) : "inf";
                const part = f.parts ? j % f.parts : 0;
                if (f.parts && j < f.parts)
                    return part + "/8\u00b7" + power(-14);
                return part ? (1 + part / f.parts) + "\u00b7" + power(f.exponent(j)) : power(f.exponent(j));
            };
            if (k >= f.infinite)
                return f.wide ? sign + edge(k) + " to " + sign + "inf, and NaN" : k === f.infinite ? sign + "inf, and NaN" : "NaN";
            return sign + edge(k) + " to " + sign + edge(k + 1);
        }
    });
    const integerAxis = (bits, signed) => {
        const whole = signed ? bits - 1 : bits, lowest = b => signed && b > 255 ? b - 512 : b;
        const edge = n => n === 0 ? "0" : (n < 0 ? minus : "") + Math.abs(n) + "\u00b7" + power(bits - 9);
        return {
            position: b => signed ? b ^ 256 : b,
            ticks: signed ? [[0, minus + power(whole)], [128, minus + power(whole - 1)], [256, "0"], [384, power(whole - 1)], [512, power(whole)]]
                : [[0, "0"], [128, power(whole - 2)], [256, power(whole - 1)], [512, power(whole)]],
            name: b => edge(lowest(b)) + " to " + edge(lowest(b) + 1)
        };
    };
    const axisOf = type => floats[type] ? floatAxis(floats[type])
        : integerAxis({short: 16, ushort: 16, long: 64, ulong: 64}[type] || 32, !type.startsWith("u"));

    /* The bound, where it is one number and in ulp. */
    const plainLimit = row => {
        const b = inForce(row);
        if (!b || (b.measure !== "opencl" && b.measure !== "cuda"))
            return null;
        return /^<= [0-9.]+ ulp$/.test(b.text) ? {limit: b.limit, cuda: b.measure === "cuda"}
            : b.text === "correctly rounded" ? {limit: 0.5, cuda: false} : null;
    };

    /* Blocks are kept to 0.6 %, and in ulp: what counts steps cannot be told of them. */
    const isOver = (plain, e) => plain !== null && !plain.cuda && e > plain.limit * 1.006;

    /* Errors up to 16 ulp stand on a plain scale, larger ones on a logarithmic one. */
    const scaleOf = (errors, limit) => {
        const finite = errors.filter(e => e !== null && e < Infinity);
        const most = Math.max(0.5, limit || 0, ...finite);
        if (most <= 16 && !errors.includes(Infinity)) {
            const step = most <= 1 ? 0.25 : most <= 2.5 ? 0.5 : most <= 5 ? 1 : most <= 10 ? 2 : 4, top = most * 1.08;
            const ticks = [];
            for (let t = 0; t <= top; t += step)
                ticks.push(t);
            return {height: e => Math.min(1, e / top), ticks};
        }
        const least = -1, top = Math.log10(most) + 0.3, step = Math.max(1, Math.ceil((top - least) / 6)), ticks = [];
        for (let t = least; t <= top; t += step)
            ticks.push(10 ** t);
        return {height: e => e === Infinity ? 1 : e <= 0 ? 0 : Math.max(0, Math.min(1, (Math.log10(e) - least) / (top - least))), ticks};
    };

    /* Errors along the axis. */
    const ordered = (row, axis) => {
        const errors = new Array(512).fill(null);
        decode(text(row.picture[0])).forEach((e, b) => errors[axis.position(b)] = e);
        return errors;
    };

    const smallPicture = row => {
        const axis = axisOf(text(row.picture[1])), errors = ordered(row, axis), plain = plainLimit(row);
        const scale = scaleOf(errors, plain && plain.limit), high = 24;
        let within = "", over = "";
        for (let x = 0; x < 128; x++) {
            const e = Math.max(-1, ...errors.slice(4 * x, 4 * x + 4).map(v => v === null ? -1 : v));
            const bar = e < 0 ? "" : `M${x} ${high}V${(high - 0.75 - (high - 1) * scale.height(e)).toFixed(1)}h1V${high}Z`;
            if (isOver(plain, e))
                over += bar;
            else
                within += bar;
        }
        const y = plain && high - 0.5 - (high - 1) * scale.height(plain.limit);
        return s("svg", {viewBox: `0 0 128 ${high}`, preserveAspectRatio: "none", "aria-hidden": "true"},
                 s("path", {class: "error", d: within}), s("path", {class: "over", d: over}),
                 plain && s("path", {class: "bound", d: `M0 ${y}H128`, "vector-effect": "non-scaling-stroke"}));
    };

    const picture = row => {
        const axis = axisOf(text(row.picture[1])), errors = ordered(row, axis), plain = plainLimit(row);
        const scale = scaleOf(errors, plain && plain.limit);
        const left = 46, right = 12, top = 26, bottom = 26, high = 250;
        const wide = matchMedia("(max-width: 46rem)").matches ? 420 : 768;
        const x = p => left + (wide - left - right) * p / 512, y = e => high - bottom - (high - top - bottom) * scale.height(e);
        const block = []; // at each position
        for (let b = 0; b < 512; b++)
            block[axis.position(b)] = b;
        let within = "", over = "";
        errors.forEach((e, p) => {
            const bar = e === null ? "" : `M${x(p).toFixed(1)} ${high - bottom}V${Math.min(y(e), high - bottom - 0.75).toFixed(1)}H${x(p + 1).toFixed(1)}V${high - bottom}Z`;
            if (isOver(plain, e))
                over += bar;
            else
                within += bar;
        });
        const svg = s("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img", tabindex: "0",
                              "aria-label": `${row.label}: largest error in each part of the first argument's range; arrow keys read it`});
        for (const t of scale.ticks)
            svg.append(s("path", {class: "grid", d: `M${left} ${y(t)}H${wide - right}`}),
                       s("text", {x: left - 6, y: y(t) + 4, "text-anchor": "end"}, t >= 1e4 ? "10" + superscript(Math.round(Math.log10(t))) : digits(t, 3)));
        svg.append(s("text", {x: left - 6, y: 13, "text-anchor": "end"}, "ulp"));
        axis.ticks.forEach(([p, name], k) => svg.append(
            s("path", {class: "axis", d: `M${x(p)} ${high - bottom}v4`}),
            s("text", {x: x(p), y: high - 8, "text-anchor": k === 0 ? "start" : k === axis.ticks.length - 1 ? "end" : "middle"}, name)));
        svg.append(s("path", {class: "error", d: within}), s("path", {class: "over", d: over}),
                   s("path", {class: "axis", d: `M${left} ${high - bottom}H${wide - right}`}));
        if (plain)
            svg.append(s("path", {class: "bound", d: `M${left} ${y(plain.limit)}H${wide - right}`},
                         s("title", {}, "bound: " + inForce(row).text)));
        const worst = row.measures.find(m => m[0] === 0), at = row.picture[2];
        if (at >= 0) {
            const p = axis.position(at), e = number(worst[1]);
            svg.append(s("circle", {class: "worst", cx: x(p + 0.5), cy: y(e), r: 4.5}, s("title", {}, `${digits(e)} ulp at ${text(worst[3])}`)),
                       s("text", {class: "strong", x: x(p + 0.5) + (p < 256 ? 8 : -8), y: Math.max(12, y(e) - 8), "text-anchor": p < 256 ? "start" : "end"},
                         `${digits(e)} ulp at ${text(worst[3])}`));
        }
        const hint = (plain ? (plain.cuda ? `dashed: bound of ${digits(plain.limit)} ulp, which counts steps` : `dashed: bound, ${digits(plain.limit)} ulp`) + "; " : "") +
            "ring: largest error; by the first argument, 512 parts of its range" + (floats[text(row.picture[1])] ? ", logarithmic" : "");
        const caption = h("figcaption", {"aria-live": "polite"}, hint);
        const cursor = s("path", {class: "cursor", visibility: "hidden"});
        svg.append(cursor);
        let position = -1;
        const show = p => {
            position = Math.max(0, Math.min(511, p));
            const e = errors[position];
            cursor.setAttribute("d", `M${x(position + 0.5)} ${top}V${high - bottom}`);
            cursor.setAttribute("visibility", "visible");
            caption.textContent = axis.name(block[position]) + ": " + (e === null ? "nothing measured" :
                block[position] === at ? `${digits(number(worst[1]))} ulp, the largest` : e === 0 ? "0 ulp" : e < 1e-6 ? "below 1e-6 ulp" : `about ${digits(e, 2)} ulp`);
        };
        const leave = () => {
            cursor.setAttribute("visibility", "hidden");
            caption.textContent = hint;
        };
        svg.addEventListener("pointermove", event => {
            const box = svg.getBoundingClientRect(), at = (event.clientX - box.left) * wide / box.width;
            show(Math.floor((at - left) * 512 / (wide - left - right)));
        });
        svg.addEventListener("pointerleave", leave);
        svg.addEventListener("blur", leave);
        svg.addEventListener("keydown", event => {
            const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: 16, PageDown: -16, Home: -512, End: 512}[event.key];
            if (step === undefined)
                return;
            event.preventDefault();
            show(position < 0 ? axis.position(Math.max(0, at)) : position + step);
        });
        return h("figure", {}, svg, caption);
    };

    /* ---- an opened row ---- */

    const table = (headings, lines) => h("div", {class: "scroll", tabindex: "0"}, h("table", {},
        h("thead", {}, h("tr", {}, ...headings.map(name => h("th", {scope: "col"}, name)))), h("tbody", {}, ...lines)));
    const line = (cells, attributes) => h("tr", attributes, ...cells.map((cell, k) => k ? h("td", {}, cell) : h("th", {scope: "row"}, cell)));

    const measureTable = row => table(["measure", "largest", "at most", "at", "got", "correctly rounded"], row.measures.map(m => line([
        measures[m[0]], digits(number(m[1])) + " " + units[measures[m[0]]],
        digits(number(m[2])) === digits(number(m[1])) ? "" : digits(number(m[2])), text(m[3]), text(m[4]), text(m[5])])));

    const formula = d => d === null ? "" : d[1] ? `${count(d[1])} of ${count(d[0])} differ from its formula, first at ${text(d[2])}` : "equal to its formula";
    const boundTable = row => table(["edition", "row", "bound", "error", "share", "at", "verdict", "source"], row.bounds.map(bound).map(b => {
        const cells = [b.edition + (b.inForce ? ", in force" : ""), b.row, b.text + (b.unsure ? "*" : "") + (b.says ? `: "${b.says}"` : ""),
                       b.error === null || !b.measure ? "" : digits(b.error) + " " + units[b.measure], percent(b.share), b.input, verdict(b.verdict),
                       [formula(b.derived), b.source].filter(Boolean).join("; ")];
        const made = line(cells, {class: b.inForce ? "in-force" : null});
        made.lastChild.className = "prose";
        return made;
    }));

    const claimTable = row => table(["claim", "measured", "verdict"], row.claims.map(c => {
        const m = row.measures.find(m => measures[m[0]] === text(c[1]));
        return line([text(c[0]), m ? digits(number(m[1])) + " " + units[text(c[1])] : count(row.counts[0]) + " misrounded",
                     h("span", {}, verdict(c[2]), c[3] ? "" : ` (${row.approx} approximations)`)]);
    }));

    const quoted = word => /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
    const worstInput = row => inForce(row) && inForce(row).input || (row.measures[0] ? text(row.measures[0][3]) : "");
    const command = (row, input) => {
        const place = data.places[row.place];
        if (!input || input.includes(","))
            return null;
        const lanes = row.subject.startsWith("opencl/") && row.width > 1 && !/\d\)$/.test(row.subject);
        return ["ulparity eval", quoted(row.subject), ...input.split(";"), "-d", quoted(place[0]), "--type", row.type,
                lanes ? "--width " + row.width : "", place[5] ? "--flags=" + quoted(place[5]) : "",
                row.approx === "mufu" && place[0].startsWith("opencl") ? "--approx mufu" : ""].filter(Boolean).join(" ");
    };

    const facts = row => {
        const place = data.places[row.place], c = row.coverage, n = row.counts, w = row.width1, list = [];
        const add = (name, value) => value !== "" && value !== null && list.push(h("dt", {}, name), h("dd", {}, value));
        const measured = row.measures.length > 0;
        add("reason", row.reason);
        add("wrong", text(row.wrong[0]));
        add("device", [place[0], place[1], place[2], place[3], place[4], place[5] && "flags " + place[5]].filter(Boolean).join(", "));
        add("signature", row.signature + (row.width > 1 ? `, width ${row.width}` : "") + (row.approx ? `, ${row.approx} approximations` : ""));
        add("covered", [text(c[0]), count(c[1]) + " inputs", c[2] !== null && "seed " + c[2], text(c[3]) && "range " + text(c[3]),
                        text(c[4]) && "file " + text(c[4]), text(c[5]) && "shard " + text(c[5])].filter(Boolean).join(", "));
        if (measured) {
            add("misrounded", n[0] === n[1] ? count(n[0]) : `${count(n[0])} to ${count(n[1])}`);
            add("beyond 1 ulp", `${count(n[2])}; mean ${digits(n[3])} ulp`);
        }
        if (row.flushed[0])
            add("flushed to zero", `${count(row.flushed[0])}, at ${text(row.flushed[1])}`);
        if (w !== null)
            add("beside width 1", w[0] ? `${count(w[0])} differ; at lane ${w[1]} of ${text(w[2])} got ${text(w[3])}, at width 1 ${text(w[4])}` : "equal bits");
        add("seconds", row.seconds === null ? "" : digits(row.seconds, 3));
        for (const [name, input] of [["worst input again", worstInput(row)], ["wrong one again", text(row.wrong[1])]]) {
            const again = command(row, input);
            add(name, again && h("code", {}, again));
        }
        return h("dl", {}, ...list);
    };

    const detail = row => {
        const parts = [];
        if (row.picture)
            parts.push(picture(row));
        if (row.measures.length)
            parts.push(h("h3", {}, "Errors"), measureTable(row));
        if (row.bounds.length)
            parts.push(h("h3", {}, "Bounds"), boundTable(row));
        if (row.claims.length)
            parts.push(h("h3", {}, "Claims"), claimTable(row));
        parts.push(h("h3", {}, "Facts"), facts(row));
        return h("tr", {class: "detail", id: "row" + row.index}, h("td", {colspan: columns.length}, ...parts));
    };

    /* ---- the table ---- */

    const limitOf = row => { const b = inForce(row); return b ? b.limit : null; };
    const shareOf = row => { const b = inForce(row); return b ? b.share : null; };
    const inputOf = row => {
        const b = inForce(row), m = row.measures.find(m => measures[m[0]] === row.measure);
        return valueOf(((b && b.input) || (m ? text(m[3]) : "")).split(";")[0]);
    };
    const columns = [
        {name: "label", key: row => row.label}, {name: "type", key: row => row.type}, {name: "device", key: row => row.place, up: true},
        {name: "picture"}, {name: "error", key: row => number(row.figure)}, {name: "at", key: inputOf}, {name: "bound", key: limitOf},
        {name: "share", key: shareOf}, {name: "verdict", key: row => gravity[row.verdict], up: true}, {name: "covered", key: row => row.coverage[1]}
    ];
    const body = document.querySelector("#rows tbody");
    const headings = document.querySelector("#rows thead tr");
    [...headings.children].forEach((th, k) => {
        if (!columns[k].key) {
            th.replaceChildren(h("button", {disabled: ""}, th.textContent));
            return;
        }
        th.setAttribute("aria-sort", "none");
        th.replaceChildren(h("button", {type: "button"}, th.textContent));
        th.firstChild.addEventListener("click", () => sortBy(k));
    });
    [...body.children].forEach((tr, k) => {
        const row = rows[k];
        row.tr = tr;
        row.button = h("button", {type: "button", "aria-expanded": "false"}, row.label);
        row.button.row = row;
        tr.firstChild.replaceChildren(row.button);
        tr.row = row;
    });

    const toggle = row => {
        if (row.detail)
            row.detail.remove();
        row.detail = row.detail ? null : detail(row);
        row.button.setAttribute("aria-expanded", String(Boolean(row.detail)));
        if (row.detail) {
            row.tr.after(row.detail);
            row.button.setAttribute("aria-controls", row.detail.id);
        }
    };
    body.addEventListener("click", event => {
        const tr = event.target.closest("tr");
        if (tr && tr.row && !String(getSelection()))
            toggle(tr.row);
    });

    /* Drawn when it comes into view. */
    const draw = row => {
        if (row.drawn)
            return;
        row.drawn = true;
        if (row.picture)
            row.tr.children[3].append(smallPicture(row));
        const share = shareOf(row);
        if (share !== null && row.tr.children[7].textContent)
            row.tr.children[7].style.setProperty("--share", Math.min(100, 100 * share) + "%");
    };
    const watcher = new IntersectionObserver(seen => seen.forEach(e => {
        if (e.isIntersecting) {
            watcher.unobserve(e.target);
            draw(e.target.row);
        }
    }), {rootMargin: "300px"});
    rows.forEach(row => watcher.observe(row.tr));

    /* ---- sorting ---- */

    const collator = new Intl.Collator("en", {numeric: true});
    let sorted = {column: -1, down: false};
    const compare = (a, b) => typeof a === "string" ? collator.compare(a, b) : a < b ? -1 : a > b ? 1 : 0;
    const arrange = () => {
        const order = [...rows];
        if (sorted.column >= 0) {
            const keys = rows.map(columns[sorted.column].key), none = k => k === null || k === undefined || k !== k;
            order.sort((a, b) => {
                const x = keys[a.index], y = keys[b.index];
                if (none(x) || none(y))
                    return none(x) - none(y) || a.index - b.index;
                return (sorted.down ? compare(y, x) : compare(x, y)) || a.index - b.index;
            });
        }
        const all = document.createDocumentFragment();
        for (const row of order) {
            all.append(row.tr);
            if (row.detail)
                all.append(row.detail);
        }
        body.append(all);
        [...headings.children].forEach((th, k) => columns[k].key &&
            th.setAttribute("aria-sort", k !== sorted.column ? "none" : sorted.down ? "descending" : "ascending"));
    };
    /* Figures from the largest on, words from a on; once more: the other way; then as recorded. */
    const sortBy = column => {
        const {key, up} = columns[column], first = !up && typeof key(rows.find(r => typeof key(r) === "number") || rows[0]) === "number";
        if (sorted.column !== column)
            sorted = {column, down: first};
        else
            sorted = sorted.down === first ? {column, down: !first} : {column: -1, down: false};
        arrange();
        remember();
    };

    /* ---- filtering ---- */

    const option = (value, name) => h("option", {value}, name);
    const select = (name, label, values) => h("select", {id: name, "aria-label": label, hidden: values.length < 2 ? "" : null},
        option("", "all " + label), ...values.map(([value, text]) => option(value, text)));
    const search = h("input", {id: "search", type: "search", placeholder: "Filter: words of subject, bound, reason\u2026", "aria-label": "filter by words", autocomplete: "off"});
    const present = [...verdicts.keys()].filter(v => rows.some(row => row.verdict === v));
    const choose = {
        verdict: select("verdict", "verdicts", present.map(v => [String(v), verdicts[v]])),
        device: select("device", "devices", data.places.map((place, k) => [String(k), placeName(place)])),
        type: select("type", "types", [...new Set(rows.map(row => row.type))].map(type => [type, type]))
    };
    const shown = h("output", {id: "shown"});
    const clear = h("button", {type: "button", id: "clear"}, "Clear");
    const bar = h("form", {id: "bar", role: "search"}, search, choose.verdict, choose.device, choose.type, clear, shown);
    const buttons = present.map(v => h("button", {type: "button", "aria-pressed": "false", value: String(v)},
        h("b", {class: "verdict-" + verdicts[v]}, count(rows.filter(row => row.verdict === v).length)), h("span", {}, verdicts[v])));
    const cards = h("ul", {id: "verdicts"}, ...buttons.map(button => h("li", {}, button)));
    document.querySelector("main").prepend(cards);
    document.querySelector("#rows").parentElement.before(bar);

    const haystack = row => row.words || (row.words = [row.label, row.signature, row.type, verdicts[row.verdict], row.reason, text(row.wrong[0]),
        placeName(data.places[row.place]), ...row.bounds.map(b => text(b[0]) + " " + text(b[1]) + " " + text(b[2]))].join(" ").toLowerCase());
    const filter = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const {verdict, device, type} = choose;
        let n = 0;
        for (const row of rows) {
            const fits = (verdict.value === "" || row.verdict === Number(verdict.value)) && (device.value === "" || row.place === Number(device.value)) &&
                (type.value === "" || row.type === type.value) && words.every(word => haystack(row).includes(word));
            row.tr.hidden = !fits;
            if (row.detail)
                row.detail.hidden = !fits;
            n += fits;
        }
        shown.textContent = n === rows.length ? `${count(n)} rows` : `${count(n)} of ${count(rows.length)} rows`;
        clear.hidden = n === rows.length && !search.value;
        buttons.forEach(button => button.setAttribute("aria-pressed", String(button.value === verdict.value)));
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
    cards.addEventListener("click", event => {
        const button = event.target.closest("button");
        if (!button)
            return;
        choose.verdict.value = button.value === choose.verdict.value ? "" : button.value;
        filter();
    });
    document.addEventListener("keydown", event => {
        if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
            event.preventDefault();
            search.focus();
        }
    });

    /* ---- what is chosen stands in the address, to be passed on ---- */

    const remember = () => {
        const state = new URLSearchParams();
        if (search.value)
            state.set("words", search.value);
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
        const column = columns.findIndex(c => c.key && c.name === sort.replace("-", ""));
        sorted = {column, down: sort.startsWith("-")};
        if (column >= 0)
            arrange();
        filter();
    };

    recall();
    window.addEventListener("hashchange", recall);
    window.addEventListener("beforeprint", () => rows.forEach(row => row.tr.hidden || draw(row)));
    new ResizeObserver(() => document.documentElement.style.setProperty("--bar-height",
        getComputedStyle(bar).position === "sticky" ? bar.offsetHeight + "px" : "0px")).observe(bar);
})();
