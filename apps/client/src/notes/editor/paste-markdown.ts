import { noteLinkSchemes } from '@sidetone/contract/rules/note-markup.ts';

const heading = /^ {0,3}#{1,6}\s+(.+?)\s*#*$/;
const bullet = /^\s*[-*+]\s+(.+)$/;
const numbered = /^\s*\d{1,3}[.)]\s+(.+)$/;
const link = new RegExp(String.raw`\[([^\[\]\n]+)\]\(((?:${noteLinkSchemes.join('|')}):[^\s()]+)\)`, 'gi');
const strong = /(\*\*|__)(?=\S)(.+?\S|\S)\1/g;
const emphasis = /(^|[^\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\2(?![\p{L}\p{N}])/gu;

/**
 * The HTML of a note for a text in Markdown: lists, links, bold and italics as such, headings as bold lines. Null for a
 * text without any of them, which is pasted unchanged.
 */
export function noteOfMarkdown(text: string): string | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (!lines.some(isMarkdown)) return null;
  const parts: Part[] = [];
  for (const line of lines) {
    const part = partOf(line);
    const before = parts.at(-1);
    if (part === null) continue;
    if (part.kind !== 'p' && before?.kind === part.kind) before.inner += part.inner;
    else parts.push(part);
  }
  return parts.map(({ kind, inner }) => `<${kind}>${inner}</${kind}>`).join('');
}

/** A paragraph, or the part of a list that has been read. */
interface Part {
  readonly kind: 'p' | 'ul' | 'ol';
  inner: string;
}

function partOf(line: string): Part | null {
  const [head, point, number] = [heading.exec(line)?.[1], bullet.exec(line)?.[1], numbered.exec(line)?.[1]];
  if (point !== undefined) return { kind: 'ul', inner: `<li><p>${inline(point)}</p></li>` };
  if (number !== undefined) return { kind: 'ol', inner: `<li><p>${inline(number)}</p></li>` };
  if (head !== undefined) return { kind: 'p', inner: `<strong>${inline(head.replace(/\*\*|__/g, ''))}</strong>` };
  return line.trim() === '' ? null : { kind: 'p', inner: inline(line) };
}

function isMarkdown(line: string): boolean {
  const isBlock = [heading, bullet, numbered].some((pattern) => pattern.test(line));
  return isBlock || [link, strong, emphasis].some((pattern) => line.search(pattern) !== -1);
}

/** Bold, italics and links of a line. An address is taken out first, so that marks in it do not count. */
function inline(line: string): string {
  let html = '';
  let from = 0;
  for (const found of line.matchAll(link)) {
    const [whole, words = '', address = ''] = found;
    html += marked(line.slice(from, found.index));
    html += `<a href="${escaped(address)}">${marked(words)}</a>`;
    from = found.index + whole.length;
  }
  return html + marked(line.slice(from));
}

const marked = (text: string): string =>
  escaped(text).replace(strong, '<strong>$2</strong>').replace(emphasis, '$1<em>$3</em>');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
