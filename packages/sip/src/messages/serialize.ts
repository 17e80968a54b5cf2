import type { SipMessage } from './message.ts';

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) length += 1;
    else if (code < 0x800) length += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      length += 4;
      index += 1;
    } else length += 3;
  }
  return length;
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code < 0xe000;

/** Writes a message; Content-Length is always computed and always there (a stream cannot do without). */
export function serializeMessage(message: SipMessage): string {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.phrase.replace(/[\r\n]+/g, ' ')}`;
  let text = `${start}\r\n`;
  for (const [name, value] of message.headers) {
    if (name.toLowerCase() !== 'content-length' && name.toLowerCase() !== 'l') text += `${name}: ${value}\r\n`;
  }
  return `${text}Content-Length: ${utf8Length(message.body)}\r\n\r\n${message.body}`;
}
