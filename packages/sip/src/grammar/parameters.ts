/** Parameters of a URI or header field; names in lower case, a flag has the value ''. */
export type Parameters = ReadonlyMap<string, string>;

/** The index of `wanted` outside quotes and angle brackets, or -1. */
export function indexOutsideQuotes(text: string, wanted: string, from = 0): number {
  // Most texts have neither, and are searched much faster without a look at each character.
  if (!text.includes('"') && !text.includes('<')) return text.indexOf(wanted, from);
  let quoted = false;
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const char = text[index];
    if (quoted) {
      if (char === '\\') index += 1;
      else if (char === '"') quoted = false;
      continue;
    }
    if (depth === 0 && char === wanted) return index;
    if (char === '"') quoted = true;
    else if (char === '<') depth += 1;
    else if (char === '>' && depth > 0) depth -= 1;
  }
  return -1;
}

/** Cuts at `separator`, but not inside quotes or angle brackets; trims the parts and drops empty ones. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = indexOutsideQuotes(text, separator, start);
    const end = found === -1 ? text.length : found;
    const part = text.slice(start, end).trim();
    if (part !== '') parts.push(part);
    start = end + 1;
  }
  return parts;
}

/** Takes the quotes and backslashes off a quoted-string; other text stays as it is. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** A quoted-string (RFC 3261 §25.1); line breaks and other control characters become spaces. */
export function quote(text: string): string {
  // A line break inside a header field would let a display name write header fields of its own.
  const safe = [...text].map((char) => (char < ' ' || char === '\x7f' ? ' ' : char)).join('');
  return `"${safe.replace(/["\\]/g, '\\$&')}"`;
}

/** Reads `;name=value;flag`. */
export function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const part of splitOutsideQuotes(text, ';')) {
    const equals = part.indexOf('=');
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== '') parameters.set(name, equals === -1 ? '' : unquote(part.slice(equals + 1).trim()));
  }
  return parameters;
}

const isToken = (text: string) => /^[\w.!%*+`'~:[\]-]+$/.test(text);

/** Writes `;name=value;flag`, with quotes where the value needs them. */
export function serializeParameters(parameters: Parameters): string {
  let text = '';
  for (const [name, value] of parameters) {
    text += value === '' ? `;${name}` : `;${name}=${isToken(value) ? value : quote(value)}`;
  }
  return text;
}
