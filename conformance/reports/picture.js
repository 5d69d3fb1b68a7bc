/* Pictures: the largest error in each of 512 blocks of the first argument, by its top nine bits. */

/* ---- blocks, as picture.c packs them ---- */

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digit = new Map([...letters].map((letter, k) => [letter, k]));
const errorOf = code => {
    if (code < 2)
        return code ? 0 : null;
    if (code < 3842)
        return 2 ** ((code - 2) / 60 - 20);
    return code < 4095 ? 2 ** ((code - 3842) * 8.5 + 44) : Infinity;
};
const decode = packed => {
    const errors = [];
    for (let k = 0; k < packed.length; k += 2) {
        if (packed[k] !== ".")
            errors.push(errorOf(digit.get(packed[k]) * 64 + digit.get(packed[k + 1])));
        else
            for (let n = digit.get(packed[k + 1]), last = errors[errors.length - 1]; n >= 0; n--)
                errors.push(last);
    }
    return errors;
};

/* ---- the axis: blocks from the type's lowest value to its highest ---- */

const minus = "\u2212";
const raised = n => [...String(n)].map(c =>
    c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[c]).join("");
const power = e => e === 0 ? "1" : "2" + raised(e);

/* Below a float's sign a block has eight bits, k. exponent(k): of 2, where block k begins; place(e): where 2^e
 * lies; infinite: the block of infinity; parts: blocks of a binade. */
const floats = {
    float: {exponent: k => k - 127, place: e => e + 127, ticks: [-64, 0, 64], infinite: 255, parts: 1},
    bfloat16: {exponent: k => k - 127, place: e => e + 127, ticks: [-64, 0, 64], infinite: 255, parts: 1},
    half: {exponent: k => (k >> 3) - 15, place: e => (e + 15) * 8, ticks: [-7, 0, 8], infinite: 248, parts: 8},
    double: {exponent: k => 8 * k - 1023, place: e => (e + 1023) / 8, ticks: [-512, 0, 512], infinite: 256, parts: 1}
};

/* Where block k begins. */
const floatEdge = (f, k) => {
    const part = k % f.parts;
    if (k === 0 || k >= f.infinite)
        return k ? "inf" : "0";
    if (k < f.parts)
        return `${part}/${f.parts}\u00b7${power(f.exponent(k) + 1)}`;
    return part ? `${1 + part / f.parts}\u00b7${power(f.exponent(k))}` : power(f.exponent(k));
};
const floatBlock = (f, b) => {
    const k = b & 255, sign = b > 255 ? minus : "";
    if (k > f.infinite)
        return "NaN";
    if (k === f.infinite)
        return sign + "inf, and NaN";
    return `${sign}${floatEdge(f, k)} to ${sign}${floatEdge(f, k + 1)}` + (k === 255 ? ", and NaN" : "");
};
const floatAxis = f => ({
    position: b => b < 256 ? 256 + b : 511 - b,
    ticks: [[0, minus + "inf"], ...f.ticks.map(e => [256 - f.place(e), minus + power(e)]), [256, "0"],
            ...f.ticks.map(e => [256 + f.place(e), power(e)]), [512, "inf"]],
    name: b => floatBlock(f, b),
    note: ", logarithmic"
});

const integerEdge = (bits, n) => n === 0 ? "0" : `${n < 0 ? minus : ""}${Math.abs(n)}\u00b7${power(bits - 9)}`;
const signedAxis = bits => ({
    position: b => b ^ 256,
    ticks: [[0, minus + power(bits - 1)], [128, minus + power(bits - 2)], [256, "0"], [384, power(bits - 2)],
            [512, power(bits - 1)]],
    name: b => `${integerEdge(bits, b > 255 ? b - 512 : b)} to ${integerEdge(bits, b > 255 ? b - 511 : b + 1)}`,
    note: ""
});
const unsignedAxis = bits => ({
    position: b => b,
    ticks: [[0, "0"], [128, power(bits - 2)], [256, power(bits - 1)], [512, power(bits)]],
    name: b => `${integerEdge(bits, b)} to ${integerEdge(bits, b + 1)}`,
    note: ""
});
const axisOf = type => {
    const bits = {short: 16, ushort: 16, long: 64, ulong: 64}[type] || 32;
    return floats[type] ? floatAxis(floats[type]) : type.startsWith("u") ? unsignedAxis(bits) : signedAxis(bits);
};

/* ---- the scale ---- */

/* The bound, where it is one number and in ulp; null: it is none of that. */
const plainLimit = row => {
    const b = inForce(row);
    if (!b || (b.measure !== "opencl" && b.measure !== "cuda"))
        return null;
    if (/^<= [0-9.]+ ulp$/.test(b.text))
        return {limit: b.limit, steps: b.measure === "cuda"};
    return b.text === "correctly rounded" ? {limit: 0.5, steps: false} : null;
};
/* Blocks are kept to 0.6 %, and in ulp: what counts steps cannot be told of them. */
const isOver = (plain, e) => plain !== null && !plain.steps && e > plain.limit * 1.006;

const linear = most => {
    const step = most <= 1 ? 0.25 : most <= 2.5 ? 0.5 : most <= 5 ? 1 : most <= 10 ? 2 : 4, top = most * 1.08;
    const ticks = [];
    for (let t = 0; t <= top; t += step)
        ticks.push([t, digits(t, 3)]);
    return {height: e => Math.min(1, e / top), ticks};
};
const logarithmic = most => {
    const least = -1, top = Math.log10(most) + 0.3, step = Math.max(1, Math.ceil((top - least) / 6)), ticks = [];
    for (let t = least; t <= top; t += step)
        ticks.push([10 ** t, t > 3 ? "10" + raised(t) : digits(10 ** t, 3)]);
    const within = k => Math.max(0, Math.min(1, k));
    return {height: e => e === Infinity ? 1 : e <= 0 ? 0 : within((Math.log10(e) - least) / (top - least)), ticks};
};

/* All that is drawn of a row. */
const plotOf = row => {
    const type = text(row.picture[1]), axis = axisOf(type), plain = plainLimit(row);
    const errors = new Array(512).fill(null), block = [];
    decode(text(row.picture[0])).forEach((e, b) => {
        errors[axis.position(b)] = e;
        block[axis.position(b)] = b;
    });
    const most = Math.max(0.5, plain ? plain.limit : 0, ...errors.filter(e => e !== null && e < Infinity));
    const scale = most <= 16 && !errors.includes(Infinity) ? linear(most) : logarithmic(most);
    return {axis, plain, errors, block, scale, worst: maximum(row, "opencl"), at: row.picture[2]};
};

/* Bars as two outlines: what is within the bound, what is beyond. */
const bars = (plot, errors, bar) => {
    let within = "", over = "";
    errors.forEach((e, k) => {
        if (isOver(plot.plain, e))
            over += bar(e, k);
        else if (e !== null)
            within += bar(e, k);
    });
    return [s("path", {class: "error", d: within}), s("path", {class: "over", d: over})];
};

/* ---- beside a row ---- */

const smallPicture = row => {
    const plot = plotOf(row), high = 24, y = e => (high - 0.75 - (high - 1) * plot.scale.height(e)).toFixed(1);
    const merged = [];
    for (let k = 0; k < 512; k += 4)
        merged.push(plot.errors.slice(k, k + 4).reduce((a, b) => b === null || a > b ? a : b, null));
    const bound = plot.plain && `M0 ${y(plot.plain.limit)}H128`;
    return s("svg", {viewBox: `0 0 128 ${high}`, preserveAspectRatio: "none", "aria-hidden": "true"},
             ...bars(plot, merged, (e, k) => `M${k} ${high}V${y(e)}h1V${high}Z`),
             bound && s("path", {class: "bound", d: bound, "vector-effect": "non-scaling-stroke"}));
};

/* ---- in an opened row ---- */

const frameOf = plot => {
    const wide = matchMedia("(max-width: 46rem)").matches ? 420 : 768, high = 250, left = 46, right = wide - 12;
    const top = 26, floor = high - 26;
    return {
        wide, high, left, right, top, floor,
        x: p => left + (right - left) * p / 512,
        y: e => floor - (floor - top) * plot.scale.height(e)
    };
};

const scaleElements = (plot, f) => {
    const last = plot.axis.ticks.length - 1;
    const across = plot.scale.ticks.flatMap(([t, name]) => [
        s("path", {class: "grid", d: `M${f.left} ${f.y(t)}H${f.right}`}),
        s("text", {x: f.left - 6, y: f.y(t) + 4, "text-anchor": "end"}, name)
    ]);
    const along = plot.axis.ticks.flatMap(([p, name], k) => [
        s("path", {class: "axis", d: `M${f.x(p)} ${f.floor}v4`}),
        s("text", {x: f.x(p), y: f.high - 8, "text-anchor": k === 0 ? "start" : k === last ? "end" : "middle"}, name)
    ]);
    return [...across, ...along, s("text", {x: f.left - 6, y: 13, "text-anchor": "end"}, "ulp")];
};

const boundElement = (row, plot, f) => plot.plain && s(
    "path", {class: "bound", d: `M${f.left} ${f.y(plot.plain.limit)}H${f.right}`},
    s("title", {}, "bound: " + inForce(row).text));

const worstElements = (plot, f) => {
    if (plot.at < 0)
        return [];
    const p = plot.axis.position(plot.at), x = f.x(p + 0.5), y = f.y(plot.worst.max), onLeft = p < 256;
    const words = `${figure(plot.worst.max, "opencl")} at ${plot.worst.input}`;
    return [s("circle", {class: "worst", cx: x, cy: y, r: 4.5}, s("title", {}, words)),
            s("text", {class: "strong", x: x + (onLeft ? 8 : -8), y: Math.max(12, y - 8),
                       "text-anchor": onLeft ? "start" : "end"}, words)];
};

const hintOf = plot => {
    const bound = plot.plain ? `dashed: bound, ${digits(plot.plain.limit)} ulp` +
        (plot.plain.steps ? ", which counts steps; " : "; ") : "";
    return `${bound}ring: largest error; by the first argument, 512 parts of its range${plot.axis.note}`;
};

/* What is at a position, in words. */
const told = (plot, p) => {
    const e = plot.errors[p], b = plot.block[p];
    const error = e === null ? "nothing measured"
        : b === plot.at ? `${digits(plot.worst.max)} ulp, the largest`
        : e === 0 ? "0 ulp" : e < 1e-6 ? "below 1e-6 ulp" : `about ${digits(e, 2)} ulp`;
    return `${plot.axis.name(b)}: ${error}`;
};

/* Pointing and arrow keys tell what is at a position. */
const follow = (svg, caption, plot, f) => {
    const cursor = s("path", {class: "cursor", visibility: "hidden"}), hint = caption.textContent;
    let position = -1;
    svg.append(cursor);
    const show = p => {
        position = Math.max(0, Math.min(511, p));
        cursor.setAttribute("d", `M${f.x(position + 0.5)} ${f.top}V${f.floor}`);
        cursor.setAttribute("visibility", "visible");
        caption.textContent = told(plot, position);
    };
    const leave = () => {
        cursor.setAttribute("visibility", "hidden");
        caption.textContent = hint;
    };
    svg.addEventListener("pointermove", event => {
        const box = svg.getBoundingClientRect(), x = (event.clientX - box.left) * f.wide / box.width;
        show(Math.floor((x - f.left) * 512 / (f.right - f.left)));
    });
    svg.addEventListener("pointerleave", leave);
    svg.addEventListener("blur", leave);
    svg.addEventListener("keydown", event => {
        const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: 16, PageDown: -16, Home: -512, End: 512};
        if (!(event.key in steps))
            return;
        event.preventDefault();
        show(position < 0 ? plot.axis.position(Math.max(0, plot.at)) : position + steps[event.key]);
    });
};

const picture = row => {
    const plot = plotOf(row), f = frameOf(plot), caption = h("figcaption", {"aria-live": "polite"}, hintOf(plot));
    const label = `${row.label}: largest error in each part of the first argument's range; arrow keys read it`;
    const bar = (e, p) => `M${f.x(p).toFixed(1)} ${f.floor}V${Math.min(f.y(e), f.floor - 0.75).toFixed(1)}` +
        `H${f.x(p + 1).toFixed(1)}V${f.floor}Z`;
    const svg = s("svg", {viewBox: `0 0 ${f.wide} ${f.high}`, role: "img", tabindex: "0", "aria-label": label},
                  ...scaleElements(plot, f), ...bars(plot, plot.errors, bar),
                  s("path", {class: "axis", d: `M${f.left} ${f.floor}H${f.right}`}), boundElement(row, plot, f),
                  ...worstElements(plot, f));
    follow(svg, caption, plot, f);
    return h("figure", {}, svg, caption);
};
