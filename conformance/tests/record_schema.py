#!/usr/bin/env python3
"""Records are what docs/record.schema.json says, and docs/record.md tells of each member: record_schema.py PROGRAM

Records of a run of every kind, those of docs/results, those of report.jsonl. To the schema, whose readers take members
that it does not know, none is unknown here. 77: there is no module jsonschema (python3-jsonschema).
"""
import copy
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print('no jsonschema here (python3-jsonschema): records are not validated', file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.argv[1]).resolve()
WHOLE = 20  # records of a file whose 512 blocks the validator looks at
status = 0

MINE = """ul_fn float mine(float x)
{
    return ul_fma(x, x, 1.0f);
}
/* ulparity
 * signature  float(float)
 * reference  x*x + 1
 * claim      ulp 0.5 opencl at 0x1p-1
 */
"""
RUNS = [  # records of one run each; 3: a row that cannot be measured
    'hexpm1 gdf -d host -o whole.jsonl',
    'hexpm1 -d host --range 0x1p+0..0x1.01p+0 -o range.jsonl',
    'hexpm1 -d host --samples 9 --seed 7 -o samples.jsonl',
    'hexpm1 -d host --inputs one.txt -o file.jsonl',
    'gdf hexpm1 -d host --shard 1/2 -o shard.jsonl',
    './mine.h -d host --range 0x1p+0..0x1.8p+0 --shard 1/2 -o mine.jsonl',
    './broken.h -d host -o error.jsonl',
    'opencl/sin opencl/sincos opencl/remquo opencl/mad opencl/isnan opencl/tgamma opencl/log1p '
    '-d opencl:pocl --width 1,2,16 --samples 50 -o wide.jsonl',
    'opencl/exp10 opencl/tan -d opencl:pocl --flags -cl-unsafe-math-optimizations --samples 50 -o derived.jsonl',
    'cuda/expf cuda/sincosf cuda/lrintf ptx/rcp.approx.f32 -d cuda:emulated --samples 50 -o cuda.jsonl',
]


def wrong(what):
    global status
    print(what)
    status = 1


def closed(schema):
    """The schema, but that a member which it does not name is an error."""
    if isinstance(schema, list):
        return [closed(s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    new = {k: closed(v) for k, v in schema.items()}
    if schema.get('type') == 'object':
        new['additionalProperties'] = False
    return new


def members(schema):
    """The names of all members."""
    if isinstance(schema, list):
        return set().union(*[members(s) for s in schema])
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get('properties', {}))
    return own.union(*[members(v) for v in schema.values()])


SCHEMA = json.loads((ROOT / 'docs/record.schema.json').read_text())
jsonschema.Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = jsonschema.Draft202012Validator(closed(SCHEMA))


def thinned(record):
    """Without its blocks, which were looked at here: the validator takes its time."""
    blocks = record['blocks']
    if blocks and len(blocks) == 512:
        kinds = list({str(type(b)) + (b if isinstance(b, str) else ''): b for b in blocks}.values())
        record = dict(record, blocks=None)
        if any(not isinstance(b, (int, float, type(None))) and b != 'inf' or isinstance(b, bool) for b in kinds):
            raise ValueError('blocks')
    return record


def check_file(path):
    lines = (gzip.open if path.suffix == '.gz' else open)(path, 'rt').read().splitlines()
    for number, line in enumerate(lines, 1):
        record = json.loads(line)
        fault = jsonschema.exceptions.best_match(
            VALIDATOR.iter_errors(record if number <= WHOLE else thinned(record)))
        if fault:
            wrong(f'{path}:{number}: {fault.json_path}: {fault.message[:200]}')
            return 0
    return len(lines)


def run_all():
    count = 0
    Path('mine.h').write_text(MINE)
    Path('broken.h').write_text(MINE.replace('ul_fma', 'nowhere'))
    Path('one.txt').write_text('0.5\n')
    for words in RUNS:
        done = subprocess.run([PROGRAM, 'check'] + words.split(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True)
        path = Path(words.split()[-1])
        if done.returncode not in (0, 1, 3) or not path.exists():
            print(f'left out: check {words}: {done.stderr.strip()}')
            continue
        count += check_file(path)
    return count


def is_told(change):
    """Is a record that was changed told from one?"""
    record = json.loads(Path('whole.jsonl').read_text().splitlines()[0])
    change(record)
    return not VALIDATOR.is_valid(record)


CHANGES = {
    'a member that is missing': lambda r: r.pop('verdict'),
    'a member that nobody knows': lambda r: r.update(new=1),
    'a verdict of no name': lambda r: r.update(verdict='passed'),
    'a count that is a text': lambda r: r.update(over_1ulp='3'),
    'a figure that is a text': lambda r: r['ulp']['opencl'].update(max='much'),
    'a value that is no hexfloat': lambda r: r['ulp']['opencl'].update(got='0.5'),
    'blocks of another number': lambda r: r['blocks'].pop(),
    'a claim without a verdict': lambda r: r['claims'][0].pop('verdict'),
    'a member of a member that nobody knows': lambda r: r['wrong'].update(new=1),
}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    counts = [run_all()]
    for name, change in CHANGES.items():
        if not is_told(change):
            wrong(f'is taken for a record: {name}')
    os.chdir(ROOT)
counts += [check_file(p) for p in sorted(Path('docs/results/records').glob('*.gz'))]
counts.append(check_file(Path('conformance/tests/report.jsonl')))
text = (ROOT / 'docs/record.md').read_text()
told = set(re.findall(r'`([a-z0-9_]+)`', text))
for name in sorted(members(SCHEMA) - told):
    wrong(f'docs/record.md does not tell of `{name}`')
print(f'{sum(counts)} records, {counts[0]} of them of a run')
sys.exit(status)
