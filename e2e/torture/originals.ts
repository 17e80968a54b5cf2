import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Way } from '../../apps/server/src/pbx/sip/testing/torturer.ts';
import type { Setting } from '../../packages/sip/src/testing/torture/written.ts';

/** One of the messages of RFC 4475, each byte a character, and what is expected of it. */
export interface Original {
  readonly name: string;
  readonly section: string;
  readonly expected: string;
  readonly text: string;
}

/** Reads a folder of messages with its INDEX.tsv: file, section, kind and expected answer. */
export function originalsIn(folder: string): Original[] {
  const [, ...rows] = readFileSync(join(folder, 'INDEX.tsv'), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [file = '', section = '', , expected = ''] = row.split('\t');
    const text = readFileSync(join(folder, file), 'latin1');
    // One of them ends before the empty line that ends its head.
    return { name: file, section, expected, text: text.includes('\r\n\r\n') ? text : `${text}\r\n` };
  });
}

/** The message on its way: only its branch and Call-ID differ, so that no two runs are taken for one. */
export function asNew(text: string, id: string): string {
  return withBranch(text, id).replace(/^((?:Call-ID|i)[ \t]*:[ \t]*[^\r\s]+)/im, `$1${id}`);
}

/** The message inside a call: the Call-ID, the tags and the number of that call take the place of its own. */
export function asInside(text: string, setting: Setting): string {
  const end = text.indexOf('\r\n\r\n');
  const unfolded = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const head = withBranch(unfolded, setting.id)
    .replace(/^((?:Call-ID|i)[ \t]*:[ \t]*)[^\r]*/im, `$1${setting.callId}`)
    .replace(/^(?:From|f)[ \t]*:[^\r]*/im, (line) => withTag(line, setting.fromTag))
    .replace(/^(?:To|t)[ \t]*:[^\r]*/im, (line) => withTag(line, setting.toTag))
    .replace(/^(CSeq[ \t]*:[ \t]*)\d{1,9}(?=\s)/im, `$1${setting.cseq}`);
  return head + text.slice(end);
}

/** A phone that registers does so for itself. */
export function asOwn(text: string, user: string): string {
  return text.startsWith('REGISTER') ? text.replace(/^((?:To|t)[ \t]*:[^\r@]*?sip:)[^\r@]*@/im, `$1${user}@`) : text;
}

// A branch that is only the cookie is what one of them is about.
const withBranch = (text: string, id: string) =>
  text.replace(/(branch\s*=\s*)([^\s;,\r]+)/i, (all, name: string, branch: string) =>
    branch === 'z9hG4bK' ? all : `${name}${branch}${id}`,
  );

const withTag = (line: string, tag: string) =>
  /;\s*tag\s*=/i.test(line) ? line.replace(/(;\s*tag\s*=\s*)[^;\s]+/i, `$1${tag}`) : `${line};tag=${tag}`;

/** Answers that complain of the form of a request. */
const complaints = [400, 415, 416, 420, 500, 501, 505, 513];

/** Whether an outcome is one that the index expects; `inside` a call, an answer that only a call can give is one too. */
export function isExpected(one: Original, way: Way, outcome: Outcome, inside: boolean): boolean {
  const { expected, text } = one;
  if (expected.includes('not asserted')) return true;
  if (outcome === 'closed') return way === 'TCP' && /on a stream/.test(expected);
  if (outcome === 'nothing') return text.startsWith('SIP/') || /discard/.test(expected);
  if (text.startsWith('SIP/')) return false;
  const { status } = outcome;
  const named = [...expected.matchAll(/\b([2-6]\d\d)\b/g)].map(([, digits]) => Number(digits));
  if (named.includes(status)) return true;
  if (/unknown auth scheme/.test(expected)) return inside && status === 200;
  const isUnderstood = !complaints.includes(status);
  return isUnderstood && (named.length === 0 || /liberal|drop|ignore|is the target/.test(expected));
}
