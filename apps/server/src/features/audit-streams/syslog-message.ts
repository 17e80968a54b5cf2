/** A line of the audit log as receivers get it. */
export interface StreamedLine {
  /** Grows with each line; the same at each try, so that receivers know what they have already. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly action: string;
  /** Null: it concerns the server and no company. */
  readonly accountId: string | null;
  readonly actorUserId: string | null;
  readonly target: string | null;
  readonly detail: unknown;
  readonly address: string | null;
}

/** Facility 13, "log audit". */
const facility = 13;
const [warning, notice] = [4, 5];
/** RFC 5424, 7: our own elements need the number of an enterprise; this one is for those who have none. */
const element = 'sidetone@32473';

/** A line as a message of RFC 5424: what can be searched for as parameters, and the whole of it as JSON. `host`: where it was written. */
export function syslogMessage(line: StreamedLine, host: string): string {
  const severity = line.action.startsWith('refusal.') || line.action.endsWith('Refused') ? warning : notice;
  const { id, accountId: account, actorUserId: actor, target, address } = line;
  const parameters = Object.entries({ id, account, actor, target, address })
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escaped(value)}"`]))
    .join('');
  const head = `<${facility * 8 + severity}>1 ${line.at} ${printable(host, 255)} sidetone - ${printable(line.action, 32)}`;
  return `${head} [${element}${parameters}] \uFEFF${JSON.stringify(line)}`;
}

/** Messages one after the other, each with its length in bytes before it (RFC 5425, 4.3; RFC 6587, 3.4.1). */
export const framed = (messages: readonly string[]): string =>
  messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join('');

/** RFC 5424, 6.3.3. Line ends would make two lines of one where receivers print it. */
const escaped = (value: string): string => value.replace(/["\\\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');

/** Printable ASCII without spaces, as fields of the head have to be. */
const printable = (value: string, most: number): string => value.replace(/[^!-~]/g, '').slice(0, most) || '-';
