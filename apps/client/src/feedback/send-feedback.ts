import type { FeedbackBody, UserAssetKind } from '@sidetone/contract/entities/feedback.ts';
import { feedbackMaxLogBytes } from '@sidetone/contract/rules/limits.ts';

/** A picture that is on its way. */
interface SentPicture {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
}

/** The steps between pressing Send and the arrival of a feedback. */
export type SendStep =
  | { readonly at: 'pictures'; readonly number: number; readonly of: number }
  | { readonly at: 'log' }
  | { readonly at: 'text' };

export interface SendDeps {
  /** Resolves to the address of the file on the server. Rejects where it was not stored. */
  upload(kind: UserAssetKind, name: string, bytes: Blob): Promise<string>;
  send(body: FeedbackBody): Promise<unknown>;
  log(level: 'warn' | 'error', event: string, facts: Readonly<Record<string, unknown>>): void;
  onStep(step: SendStep): void;
}

export interface Outgoing {
  /** The body without the files that have to be uploaded first. */
  readonly body: Omit<FeedbackBody, 'imageUrls' | 'logfileUrl'>;
  readonly pictures: readonly SentPicture[];
  /** Reads the log to be sent with it; null for none. */
  readonly readLog: (() => Promise<readonly { readonly text: string }[]>) | null;
  /** Pictures that an earlier attempt uploaded, by id. They are added to, so that nothing is uploaded twice. */
  readonly uploaded: Map<string, string>;
}

/** The pictures did not arrive, and so nothing was sent. */
export class PicturesNotUploaded extends Error {
  constructor(cause: unknown) {
    super('Could not Upload images to storage', { cause });
    this.name = 'PicturesNotUploaded';
  }
}

/**
 * Uploads the pictures, then the log, then sends the text with their addresses. A log that cannot be uploaded is left
 * out. Throws PicturesNotUploaded, or the error of sending.
 */
export async function sendFeedback(deps: SendDeps, { body, pictures, readLog, uploaded }: Outgoing): Promise<void> {
  for (const [place, { id, name, file }] of pictures.entries()) {
    if (uploaded.has(id)) continue;
    deps.onStep({ at: 'pictures', number: place + 1, of: pictures.length });
    try {
      uploaded.set(id, await deps.upload('image', name, file));
    } catch (cause) {
      throw new PicturesNotUploaded(cause);
    }
  }
  const logfileUrl = readLog === null ? null : await uploadLog(deps, readLog);
  deps.onStep({ at: 'text' });
  try {
    await deps.send({ ...body, imageUrls: pictures.map(({ id }) => uploaded.get(id) ?? ''), logfileUrl });
  } catch (cause) {
    // The server may no longer have them; next time they are uploaded again.
    uploaded.clear();
    throw cause;
  }
}

async function uploadLog(deps: SendDeps, readLog: NonNullable<Outgoing['readLog']>): Promise<string | null> {
  deps.onStep({ at: 'log' });
  try {
    const log = endOf((await readLog()).map(({ text }) => text).join('\n'));
    return log.size === 0 ? null : await deps.upload('log', 'sidetone.log', log);
  } catch (cause) {
    deps.log('warn', 'feedback: log not uploaded, sent without it', { cause: String(cause) });
    return null;
  }
}

/** The end of a log up to the limit, from the beginning of a line. */
export function endOf(text: string, most = feedbackMaxLogBytes): Blob {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return new Blob([bytes]);
  const cut = bytes.subarray(bytes.length - most);
  return new Blob([cut.subarray(cut.indexOf(0x0a) + 1)]);
}
