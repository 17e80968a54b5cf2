import type { CallRecordSip } from '@sidetone/contract/entities/call-record.ts';

/** A message as a rung of the ladder: from one column to another, the server's being 0. */
export interface Rung {
  readonly message: CallRecordSip;
  readonly from: number;
  readonly to: number;
  /** Its first line, without the version of SIP. */
  readonly title: string;
  readonly isRefusal: boolean;
}

export interface Ladder {
  /** The ends of the wires besides the server, in the order in which they first said something. */
  readonly ends: readonly string[];
  readonly rungs: readonly Rung[];
}

/** The messages of a call as a ladder: one column for the server, and one for each end of a wire. */
export function ladderOf(messages: readonly CallRecordSip[]): Ladder {
  const ends = [...new Set(messages.map(({ remote }) => remote))];
  const rungs = messages.map((message): Rung => {
    const column = ends.indexOf(message.remote) + 1;
    const [line = ''] = message.text.split(/\r?\n/);
    const status = /^SIP\/2\.0 (\d{3} .*)$/.exec(line)?.[1];
    const isIn = message.way === 'in';
    return {
      message,
      from: isIn ? column : 0,
      to: isIn ? 0 : column,
      title: status ?? line.replace(/ SIP\/2\.0$/, ''),
      // That a password is asked for is no trouble.
      isRefusal: status !== undefined && status >= '400' && !/^40[17]/.test(status),
    };
  });
  return { ends, rungs };
}

/** The same as text for someone else: each message after a line with its time and its way. */
export function ladderText(messages: readonly CallRecordSip[]): string {
  return messages
    .map(({ at, way, transport, remote, text }) => {
      const wire = way === 'in' ? `${remote} -> Sidetone` : `Sidetone -> ${remote}`;
      return `=== ${at} ${transport.toUpperCase()} ${wire} ===\r\n${text.trimEnd()}\r\n`;
    })
    .join('\r\n');
}
