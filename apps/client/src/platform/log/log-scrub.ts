/** Names of fields whose value is secret. */
const secretName =
  /pass(word)?|secret|token|authori[sz]ation|cookie|credential|^(api_?)?key$|^code$|verifier|^(jwt|otp|pin)$/i;

const longest = 2000;

/**
 * A logged value as text for a line that may be sent to others: without tokens, passwords and mailboxes, and without
 * the digits of phone numbers but their last three.
 */
export function scrubbed(parts: readonly unknown[]): string {
  const text = parts
    .map(textOf)
    .join(' ')
    .replace(/\s*\n\s*/g, ' ⏎ ');
  return withoutSecrets(text).slice(0, longest);
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (part instanceof Error) return textOfError(part);
  try {
    return JSON.stringify(part, plain) ?? String(part);
  } catch {
    return '[not readable]';
  }
}

/** An error with its origin and its causes. */
function textOfError(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const from =
    error.stack
      ?.split('\n')
      .filter((line) => /^\s+at |@/.test(line))
      .slice(0, 4)
      .join('\n') ?? '';
  const cause = error.cause === undefined ? '' : `\ncaused by ${textOf(error.cause)}`;
  return `${error.name}: ${error.message}${code}${from === '' ? '' : `\n${from}`}${cause}`;
}

function plain(name: string, value: unknown): unknown {
  if (secretName.test(name) && value !== null && value !== undefined) return '…';
  if (value instanceof Error) return textOfError(value);
  return typeof value === 'bigint' ? String(value) : value;
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{5,}(\.[\w-]*){1,4}/g, '…'],
  [/\b(bearer|basic|digest)\s+[^\s"',]+/gi, '$1 …'],
  [/((?:pass(?:word)?|secret|token|code|state|verifier|key)"?\s?[=:]\s?"?)[^\s"'&,;}]+/gi, '$1…'],
  [/(\/(?:invitation|reset|sign-in)\/)[^\s/?#"']+/g, '$1…'],
  [/(\/\/)[^\s/@"']+:[^\s/@"']+@/g, '$1…@'],
  [/[\w.+-]*[a-z][\w.+-]*@(?=[\w-]+\.[a-z])/gi, '…@'],
  [/\b\w{48,}\b/g, '…'],
];

/** Digits that are a number to call, and not a part of an id: no letter touches them. */
const phoneNumber = /(?<![\w-])(?:\+|%2B|00)?\d(?:[\s/()-]{0,2}\d){5,}(?![\w-])/gi;

function withoutSecrets(text: string): string {
  const clean = rules.reduce((sofar, [secret, instead]) => sofar.replace(secret, instead), text);
  return clean.replace(phoneNumber, (number) => `…${number.replace(/\D/g, '').slice(-3)}`);
}
