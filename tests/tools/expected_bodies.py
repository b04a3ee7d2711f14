"""Write the expected bodies of endpoints: mocks and default answers on stdin, bodies on stdout."""

import json
import re
import sys
from typing import Any

Answer = dict[str, Any]

# UTF-8 cannot encode lone surrogates, so they stay escaped.
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def body(answer: Answer) -> str:
    value = answer_value(answer)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    return LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def answer_value(answer: Answer) -> Any:
    if answer["mock"] is not None:
        return json.loads(answer["mock"])
    sent = answer["sent"]
    if sent is None:
        return answer["words"]
    return f"{answer['words']}{json.loads(sent) if sent else None}"


sys.setrecursionlimit(5_000)
json.dump([body(each) for each in json.load(sys.stdin)], sys.stdout)
