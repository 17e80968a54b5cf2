import {
  indexOutsideQuotes,
  type Parameters,
  parseParameters,
  quote,
  serializeParameters,
  unquote,
} from './parameters.ts';

/** The value of From, To, Contact, Route and their like. */
export interface NameAddr {
  readonly name?: string;
  /** As it was written; other schemes than sip may stand here. */
  readonly uri: string;
  readonly parameters: Parameters;
}

/** Reads `"Name" <uri>;parameters` or `uri;parameters`; undefined when it is neither. */
export function parseNameAddr(text: string): NameAddr | undefined {
  const value = text.trim();
  const open = indexOutsideQuotes(value, '<');
  if (open === -1) {
    // RFC 3261 §20.10: without brackets, parameters belong to the header field and not to the URI.
    const [uri = '', ...parameters] = value.split(';');
    // And a `?`, which would begin header fields of the URI, may not stand there at all (§20).
    return isUri(uri.trim()) && !uri.includes('?')
      ? { uri: uri.trim(), parameters: parseParameters(parameters.join(';')) }
      : undefined;
  }
  const close = value.indexOf('>', open);
  const uri = value.slice(open + 1, close);
  const rest = value.slice(close + 1).trim();
  if (close === -1 || !isUri(uri) || (rest !== '' && !rest.startsWith(';'))) return undefined;
  const name = unquote(value.slice(0, open).trim());
  const parameters = parseParameters(rest);
  return name === '' ? { uri, parameters } : { name, uri, parameters };
}

const isUri = (text: string) => /^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(text);

/** Writes `"Name" <uri>;parameters`, always with brackets. */
export function serializeNameAddr(address: NameAddr): string {
  const name = address.name === undefined ? '' : `${quote(address.name)} `;
  return `${name}<${address.uri}>${serializeParameters(address.parameters)}`;
}
