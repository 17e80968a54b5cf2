import { createTransport } from 'nodemailer';
import { asMailError } from './mail-error.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** With `<` and `>`; the same at each try, so that receivers know what they have already. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}

/** A file of this machine, or text that is made for the mail. */
type Attachment = { readonly filename: string; readonly contentType: string } & (
  | { readonly path: string }
  | { readonly content: string }
);

/** Where mail goes out. */
export interface Mailer {
  /** Fulfils once the mail server took it; rejects with a `MailError`. */
  send(mail: Mail): Promise<void>;
}

/** How long a mail server may take to be reached, to greet, and to say nothing, in milliseconds. */
export const mailPatience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 5_000,
  socketTimeout: 30_000,
} as const;

/** Mail over SMTP; STARTTLS is used where the server offers it. Nothing connects before the first mail. */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({ url: smtpUrl, ...mailPatience }, { from });
  return { send: (mail) => sendBy(transport, mail) };
}

/** How long one mail may take in all, in milliseconds. */
const mostMs = 90_000;

/** Sends a mail by a transport of nodemailer. Rejects with a `MailError`. */
export async function sendBy(
  transport: Pick<ReturnType<typeof createTransport>, 'sendMail'>,
  { to, attachments = [], headers = {}, ...mail }: Mail,
): Promise<void> {
  const letter = {
    ...mail,
    // As an object: an address with a comma or a quote in it stays one address.
    to: { name: '', address: to },
    headers: { ...headers },
    attachments: attachments.map((one) => ({ ...one })),
    disableUrlAccess: true,
    // A server that says a little now and then is waited for no longer than this.
    signal: AbortSignal.timeout(mostMs),
  };
  try {
    await transport.sendMail(letter);
  } catch (error) {
    throw asMailError(error);
  }
}

/** A name must not write lines of its own into a mail. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
