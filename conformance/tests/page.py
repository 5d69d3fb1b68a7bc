#!/usr/bin/env python3
"""The page of `report --format html` in a browser: that it sorts, filters, opens its rows by mouse and by keyboard, reads
without script, and says nothing on the console.

    page.py ULPARITY RECORD...               the test; exit status 77 where there is no Chromium
    page.py ULPARITY RECORD... --shots DIR   pictures too: desktop, dark, phone, an opened row, print
    page.py ULPARITY RECORD... --measure     how large the page is, and how long it takes to open
"""
import base64, json, os, shutil, subprocess, sys, tempfile, time


class Browser:
    """Chromium without a window, spoken to by the DevTools protocol through pipes (its descriptors 3 and 4)."""

    def __init__(self, program, folder):
        ours, theirs = os.pipe(), os.pipe()  # to the browser, from it

        def descriptors():
            # Both ends are moved out of the way first: 3 and 4 may be among them.
            high = [os.dup2(ours[0], 103), os.dup2(theirs[1], 104)]
            os.dup2(high[0], 3), os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", "--user-data-dir=" + folder, "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(ours[0]), os.close(theirs[1])
        self.out, self.into = ours[1], os.fdopen(theirs[0], "rb")
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        page = [t for t in self("Target.getTargets")["targetInfos"] if t["type"] == "page"][0]
        self.session = self("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self(domain + ".enable")

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.into.fileno(), 1 << 20)
            if not more:
                raise SystemExit("the browser ended")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def __call__(self, method, **parameters):
        self.number += 1
        ask = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            ask["sessionId"] = self.session
        os.write(self.out, json.dumps(ask).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message())

    def open(self, address):
        self.events = []
        self("Page.navigate", url=address)
        self.wait("Page.loadEventFired")

    def js(self, expression):
        result = self("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, code):
        for kind in "keyDown", "keyUp":
            self("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                 **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def shot(self, path):
        time.sleep(0.4)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self("Page.captureScreenshot")["data"]))

    def size(self, width, height, scale=1):
        self("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)

    def close(self):
        self.process.terminate()
        self.process.wait()


def chromium():
    for name in "chromium", "chromium-browser", "google-chrome":
        if shutil.which(name):
            return name
    print("no chromium here: the page is not tested", file=sys.stderr)
    sys.exit(77)


failures = 0


def expect(what, got, want=True):
    global failures
    if got != want:
        failures += 1
        print(f"{what}: {got!r}, not {want!r}")


LABELS = "[...document.querySelectorAll('#rows > tbody > tr:not(.detail)')].filter(r => !r.hidden).map(r => r.querySelector('th').textContent)"
SHOWN = LABELS + ".length"
ADDRESS = "location.hash"


COLUMNS = ["subject", "type", "device", "picture", "error", "at", "bound", "share", "verdict", "covered"]


def heading(name):
    return f"document.querySelector('#rows thead tr').children[{COLUMNS.index(name)}]"


def sort_by(b, name):
    b.js(heading(name) + ".firstChild.click()")
    return b.js(heading(name) + ".getAttribute('aria-sort')")


def test_sorting(b, records):
    as_made = [r["label"] for r in records]
    expect("as made", b.js(LABELS), as_made)
    expect("first click on subject", sort_by(b, "subject"), "ascending")
    ascending = b.js(LABELS)
    expect("is sorted", sorted(ascending), sorted(as_made))
    expect("differs", ascending != as_made)
    expect("second click", sort_by(b, "subject"), "descending")
    expect("the other way", b.js(LABELS)[0], ascending[-1])
    expect("third click", sort_by(b, "subject"), "none")
    expect("as made again", b.js(LABELS), as_made)
    expect("first click on error", sort_by(b, "error"), "descending")
    expect("its place in the address", b.js(ADDRESS), "#sort=-error")
    figures = b.js("[...document.querySelectorAll('#rows > tbody > tr')].map(r => r.children[4].textContent)")
    numbers = [float(f.split()[0]) for f in figures if f]
    expect("errors from the largest on", numbers, sorted(numbers, reverse=True))
    expect("rows without one are last", figures[len(numbers):], [""] * (len(figures) - len(numbers)))
    expect("first click on verdict", sort_by(b, "verdict"), "ascending")
    expect("failures first", b.js("document.querySelector('#rows > tbody > tr').children[8].textContent"), "fail")
    sort_by(b, "verdict"), sort_by(b, "verdict")


def test_filtering(b, records):
    n = {v: sum(r["verdict"] == v for r in records) for v in {r["verdict"] for r in records}}
    for verdict in n:
        b.js(f"[...document.querySelectorAll('#verdicts button')].find(e => e.textContent.endsWith('{verdict}')).click()")
        expect(f"rows that are {verdict}", b.js(SHOWN), n[verdict])
        expect("is told", b.js("document.querySelector('#shown').textContent"), f"{n[verdict]} of {len(records)} rows")
        expect("is pressed", b.js("document.querySelectorAll('#verdicts [aria-pressed=true]').length"), 1)
    b.js("document.querySelector('#clear').click()")
    expect("all rows", b.js(SHOWN), len(records))
    b.js("document.querySelector('#search').focus()")
    b("Input.insertText", text="EXP2 float")
    words = [r for r in records if "exp2" in r["label"] or any("exp2" in x["row"] for x in r["bounds"])]
    expect("rows with words", b.js(SHOWN), len(words))
    expect("in the address", b.js(ADDRESS), "#words=EXP2+float")
    b.js("document.querySelector('#search').value = 'nothing of this name'; document.querySelector('#search').dispatchEvent(new Event('input'))")
    expect("no row", b.js(SHOWN), 0)
    b.js("document.querySelector('#clear').click()")
    kind = records[0]["type"]
    b.js(f"document.querySelector('#type').value = '{kind}'; document.querySelector('#type').dispatchEvent(new Event('change'))")
    expect("rows of a type", b.js(SHOWN), sum(r["type"] == kind for r in records))
    b.js("document.querySelector('#clear').click()")


def test_why(b, records):
    for k, record in enumerate(records):
        why = b.js(f"(e => e && e.offsetHeight ? e.textContent : '')(document.querySelectorAll('#rows > tbody > tr')[{k}].querySelector('.why'))")
        if record["verdict"] in ("fail", "error"):
            expect(f"why {record['label']} fails is told in its row", why != "")
        if record["reason"] and record["verdict"] in ("fail", "error", "info"):
            expect(f"the reason of {record['label']}", record["reason"].replace("\x1b", "?") in why)


OPENED = "document.querySelectorAll('#rows .detail').length"


def test_opening(b, records):
    row, record = [(k, r) for k, r in enumerate(records) if r["bounds"] and "opencl" in r["ulp"]][0]
    focus = f"document.querySelectorAll('#rows tbody th button')[{row}].focus()"
    b.js(focus)
    b.key("Enter", 13)
    expect("opened by a key", b.js(OPENED), 1)
    expect("says so", b.js("document.activeElement.getAttribute('aria-expanded')"), "true")
    text = b.js("document.querySelector('#rows .detail').textContent")
    for word in record["ulp"]["opencl"]["got"], record["device_name"], record["bounds"][0]["edition"]:
        expect(f"{word} is told", word in text)
    facts = b.js("Object.fromEntries([...document.querySelectorAll('#rows .detail dt')].map(e => [e.textContent, e.nextSibling.textContent]))")
    for fact, member in ("misrounded", "misrounded"), ("beyond 1 ulp", "over_1ulp"):
        expect(f"{fact}: the record's count", facts[fact].split(";")[0], f"{record[member]:,}".replace(",", "\u202f"))
    expect("a picture", b.js("document.querySelectorAll('#rows .detail figure svg .worst').length"), 1)
    caption = "document.querySelector('#rows .detail figcaption').textContent"
    before = b.js(caption)
    b.js("document.querySelector('#rows .detail figure svg').focus()")
    b.key("ArrowRight", 39)
    expect("the worst block is read", "the largest" in b.js(caption))
    box = b.js("(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })(document.querySelector('#rows .detail figure svg'))")
    b("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + 0.9 * box[2], y=box[1] + box[3] / 2)
    expect("values on hover", b.js(caption) != before and "2" in b.js(caption))
    b.js(focus)
    b.key("Enter", 13)
    expect("closed again", b.js(OPENED), 0)
    for k in range(len(records)):
        b.js(f"document.querySelectorAll('#rows > tbody > tr:not(.detail)')[{k}].querySelector('td').click()")
    expect("every row opens", b.js(OPENED), len(records))
    expect("a row's figure is told again in the same digits", b.js(
        "[...document.querySelectorAll('#rows .detail')].filter(d => d.previousSibling.row.measures.length && "
        "!d.textContent.includes(d.previousSibling.children[4].textContent)).map(d => d.previousSibling.children[4].textContent)"), [])
    sort_by(b, "share")
    expect("goes with its row", b.js("[...document.querySelectorAll('#rows .detail')].every(d => d.previousSibling.row.detail === d)"))
    sort_by(b, "share"), sort_by(b, "share")
    b.js("document.querySelectorAll('#rows > tbody > tr:not(.detail) th button').forEach(e => e.click())")
    expect("every row closes", b.js(OPENED), 0)


def position_of(block):
    """Of a float's block along the picture: negative ones go the other way."""
    return 256 + block if block < 256 else 511 - block


def test_picture(b, records):
    row, record = [(k, r) for k, r in enumerate(records) if r["type"] == "float" and r["width"] == 1 and r.get("signature", "float(float)") == "float(float)" and
                   r["blocks"] and r["verdict"] == "info"][0]
    b.js(f"document.querySelectorAll('#rows tbody th button')[{row}].click()")
    svg = "document.querySelector('#rows .detail figure svg')"
    b.js(svg + ".scrollIntoView({block: 'center'})")
    told = {None: "nothing measured", 0: "0 ulp"}
    for block in 0, 10, 100, 126, 130, 200, 255, 300, 384, 400, 500, 511:
        b.js(f"(() => {{ const e = {svg}, r = e.getBoundingClientRect(), v = e.viewBox.baseVal.width; e.dispatchEvent(new PointerEvent('pointermove', "
             f"{{clientX: r.left + (46 + (v - 58) * {position_of(block) + 0.5} / 512) * r.width / v}})) }})()")
        caption, error = b.js("document.querySelector('#rows .detail figcaption').textContent"), record["blocks"][block]
        text = caption.split(": ")[1]
        if error and error >= 1e-6 and not text.endswith("the largest"):
            expect(f"block {block} is {error}, told as {caption}", abs(float(text.split()[1]) - error) <= 0.06 * error)
        elif not error or error < 1e-6:
            expect(f"block {block}, {caption}", text, told.get(error, "below 1e-6 ulp"))
    b.js(f"document.querySelectorAll('#rows tbody th button')[{row}].click()")


def test_address(b, page, records):
    b.open("about:blank")
    b.open(page + "#verdict=1&sort=-share")
    expect("chosen by the address", b.js(SHOWN), sum(r["verdict"] == "fail" for r in records))
    expect("and sorted", b.js(heading("share") + ".getAttribute('aria-sort')"), "descending")


def test_phone(b, page):
    b.size(360, 700)
    b.open("about:blank")
    b.open(page)
    expect("no wider than a phone", b.js("document.documentElement.scrollWidth <= 360"))
    for name in "type", "device":
        expect(f"{name} is shown on a phone", b.js(f"document.querySelector('#rows > tbody > tr').children[{COLUMNS.index(name)}].offsetHeight > 0"))
        expect(f"and its heading", b.js(heading(name) + ".offsetHeight > 0"))
    b.js("document.querySelector('#rows tbody th button').click()")
    expect("nor with an opened row", b.js("document.documentElement.scrollWidth <= 360"))
    b.size(1400, 1000)


def test_without_script(b, page, records):
    b("Emulation.setScriptExecutionDisabled", value=True)
    b.open("about:blank")
    b.open(page)
    b("Emulation.setScriptExecutionDisabled", value=False)
    text = b.js("document.body.innerText")
    for record in records:
        expect(f"{record['label']} is there without script", record["label"] in text)
        if record["verdict"] in ("error", "skipped", "unsupported"):
            reason = record["reason"].replace("\x1b", "?")
            expect(f"{reason} is there", reason in text)


def quiet(b, when):
    for e in b.events:
        what = e.get("method"), e.get("params", {})
        expect(f"{when}, on the console: {what}", what[0] not in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"))
        expect(f"{when}, asked of a network: {what}", what[0] != "Network.requestWillBeSent" or
               what[1]["request"]["url"].startswith(("file:", "data:", "about:")))


def test(b, page, records):
    b.size(1400, 1000)
    b.open(page)
    for part in test_sorting, test_filtering, test_why, test_opening, test_picture:
        part(b, records)
    quiet(b, "at work")
    test_address(b, page, records)
    quiet(b, "by address")
    test_phone(b, page)
    quiet(b, "on a phone")
    test_without_script(b, page, records)


def shots(b, page, folder):
    os.makedirs(folder, exist_ok=True)
    row = "[...document.querySelectorAll('#rows > tbody > tr:not(.detail)')].find(r => !r.hidden && r.row.picture).querySelector('button')"

    def picture(name, width, height, scheme="light", address="", opened=False, scale=1, media=""):
        b("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        b.size(width, height, scale)
        b.open("about:blank")
        b.open(page + address)
        if opened:
            b.js(f"{row}.click(); {row}.closest('tr').scrollIntoView()")
        b.shot(f"{folder}/{name}.png")

    for name in "light", "dark":
        picture(name, 1400, 1000, name)
        picture(name + "-open", 1400, 1000, name, "#verdict=1", True)
    picture("laptop", 1100, 800, address="#sort=-share")
    picture("phone", 390, 844, scale=2)
    picture("phone-open", 390, 844, "dark", "#verdict=1", True, scale=2)
    picture("print", 800, 1100, media="print", opened=True)
    b("Emulation.setEmulatedMedia", media="")
    b("Emulation.setScriptExecutionDisabled", value=True)
    picture("no-script", 1400, 700)


def measure(b, page, path):
    times = []
    for _ in range(5):
        b.open("about:blank")
        start = time.time()
        b.open(page)
        b.js("new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")
        times.append(time.time() - start)
    rows = b.js("document.querySelectorAll('#rows > tbody > tr').length")
    start = time.time()
    b.js(heading("share") + ".firstChild.click(); document.body.offsetHeight")
    sorting = time.time() - start
    start = time.time()
    b.js("document.querySelector('#search').value = 'exp'; document.querySelector('#search').dispatchEvent(new Event('input')); document.body.offsetHeight")
    print(f"{rows} rows, {os.path.getsize(path) / 1e6:.2f} MB; opens in {min(times):.2f} to {max(times):.2f} s; "
          f"sorts in {sorting:.2f} s, filters in {time.time() - start:.2f} s")


def main(words):
    folder = words[words.index("--shots") + 1] if "--shots" in words else None
    files = [w for k, w in enumerate(words) if not w.startswith("--") and words[k - 1] != "--shots"]
    browser = chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        path = room + "/page.html"
        with open(path, "wb") as out:
            subprocess.run([files[0], "report", *files[1:], "--format", "html"], stdout=out)
        records = [json.loads(line) for name in files[1:] for line in open(name)]
        # What is wrong stands first, what was not measured last.
        records.sort(key=lambda r: {"fail": 0, "error": 0, "pass": 1, "info": 1}.get(r["verdict"], 2))
        b = Browser(browser, room + "/profile")
        try:
            if folder:
                shots(b, "file://" + path, folder)
            elif "--measure" in words:
                measure(b, "file://" + path, path)
            else:
                test(b, "file://" + path, records)
        finally:
            b.close()
    sys.exit(failures > 0)


main(sys.argv[1:])
