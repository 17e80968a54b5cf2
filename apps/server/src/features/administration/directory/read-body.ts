import { ScimError } from '../../../requests/scim-error.ts';

/** Objects and lists within one another: nothing of SCIM is deeper than five. */
const deepest = 12;

/** The JSON object of a request. Throws `ScimError` invalidSyntax for what is none, or goes too deep. */
export function readScimBody(text: string): Readonly<Record<string, unknown>> {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted) {
      if (char === '\\') at += 1;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > deepest) throw new ScimError(400, 'The body goes too deep.', 'invalidSyntax');
    } else if (char === '}' || char === ']') depth -= 1;
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ScimError(400, 'The body is not JSON.', 'invalidSyntax', { cause: error });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ScimError(400, 'The body is no object.', 'invalidSyntax');
  }
  return body as Readonly<Record<string, unknown>>;
}
