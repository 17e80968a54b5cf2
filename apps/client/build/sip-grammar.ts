/** What JsSIP parses: its start rules, by the names that its `Parser`, `SIPMessage.parseHeader` and others ask for. */
export const startRules = [
  'Request_Response',
  'Status_Line',
  'Via',
  'From',
  'To',
  'Record_Route',
  'Call_ID',
  'Contact',
  'Content_Length',
  'Content_Type',
  'CSeq',
  'Max_Forwards',
  'WWW_Authenticate',
  'Proxy_Authenticate',
  'Session_Expires',
  'Refer_To',
  'Replaces',
  'Event',
  'Name_Addr_Header',
  'SIP_URI',
  'absoluteURI',
  'host',
  'quoted_string',
  'uuid',
] as const;

/** Which character a text failed at and what could stand there: it is put together at every step, and thrown away. */
const report = /if \(reportFailures === 0\) \{\s*matchFailed\(.*\);\s*\}/g;
const lastReport = /(if \(result === null \|\| pos !== input\.length\) \{)[\s\S]*?(return -1;)/;

/**
 * JsSIP's parser of SIP without rules that nothing asks for, and without its reports of what it cannot read, which nobody gets. It is
 * 600 kB of generated code, and makes a function of each rule again for every header. It reads the same.
 */
export function shortGrammar(code: string): string {
  const rules = rulesOf(code);
  const needed = new Set<string>();
  const take = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, used = ''] of (rules.get(name) ?? '').matchAll(/parse_(\w+)\(\)/g)) take(used);
  };
  for (const rule of startRules) {
    if (!rules.has(rule)) throw new Error(`JsSIP's grammar has no rule ${rule}`);
    take(rule);
  }
  let short = code;
  for (const [name, text] of rules) if (!needed.has(name)) short = short.replace(text, '');
  return short
    .replace(/"(\w+)": parse_\w+,?\n/g, (line, name: string) => {
      const isAsked = (startRules as readonly string[]).includes(name);
      return isAsked ? line.replace(/,?\n/, ',\n') : '';
    })
    .replace(report, '')
    .replace(lastReport, '$1 $2');
}

/** The function of each rule, by its name. */
function rulesOf(code: string): Map<string, string> {
  const starts = [...code.matchAll(/^ *function (\w+)\(/gm)];
  return new Map(
    starts.flatMap(({ index, 1: name = '' }, at) =>
      name.startsWith('parse_') ? [[name.slice('parse_'.length), code.slice(index, starts[at + 1]?.index)]] : [],
    ),
  );
}
