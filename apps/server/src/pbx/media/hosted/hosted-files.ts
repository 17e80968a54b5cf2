import type { Logger } from 'pino';
import type { RecordingOrder, Sound } from '../media.ts';
import type { Ask } from './asking.ts';
import { type EndFact, HostedRecordings } from './hosted-recordings.ts';
import { HostedSounds } from './hosted-sounds.ts';

export interface HostedFilesOptions {
  /** The data folder, where recordings belong. */
  readonly root: string;
  /** The media process is on another machine: until it says so itself, what it recorded may be there. */
  readonly isElsewhere?: boolean;
}

/**
 * Files of a media process, as far as it sees no disk of ours. It says so when a connection begins; where it shares our
 * disk, nothing here is of use.
 */
export class HostedFiles {
  readonly sounds: HostedSounds;
  readonly #recordings: HostedRecordings;
  readonly #ask: Ask;
  #place: 'unknown' | 'shared' | 'own' = 'unknown';
  readonly #isElsewhere: boolean;

  constructor(
    { root, isElsewhere = false }: HostedFilesOptions,
    parts: { readonly ask: Ask; readonly log: Logger | undefined; tell(fact: EndFact): void },
  ) {
    this.#ask = parts.ask;
    this.#isElsewhere = isElsewhere;
    this.sounds = new HostedSounds(parts.ask, root, parts.log);
    this.#recordings = new HostedRecordings({ ...parts, root });
  }

  /** Known to see our disk: orders go as they are, in their order. */
  get isShared(): boolean {
    return this.#place === 'shared';
  }

  welcomed(place: 'shared' | 'own'): void {
    this.#place = place;
    if (place === 'own') this.#recordings.connected();
  }

  disconnected(): void {
    this.#recordings.disconnected();
  }

  async play(endpointId: string, sound: Exclude<Sound, string>): Promise<void> {
    if (await this.#isOwn()) await this.sounds.play(endpointId, sound);
    else await this.#ask('play', { endpointId, sound });
  }

  async startRecording(endpointId: string, order: RecordingOrder): Promise<void> {
    if (!(await this.#isOwn())) {
      await this.#ask('startRecording', { endpointId, ...order });
      return;
    }
    const { recordingId } = order;
    const place = this.#recordings.expect(recordingId, order.path);
    try {
      await this.#ask('startRecording', { endpointId, ...order, place });
      this.#recordings.begun(recordingId);
    } catch (error) {
      this.#recordings.forget(recordingId);
      throw error;
    }
  }

  /** Gives whether the fact is told later, once the file is here. */
  takes(fact: EndFact): boolean {
    if (this.#place !== 'own') return false;
    this.#recordings.ended(fact);
    return true;
  }

  /** Whether the file of this path lies at the media process, or may. */
  isComing(path: string): boolean {
    if (this.#place === 'unknown') return this.#isElsewhere;
    return this.#place === 'own' && this.#recordings.isComing(path);
  }

  async #isOwn(): Promise<boolean> {
    // It answers in order: by the first answer it has said what it sees.
    if (this.#place === 'unknown') await this.#ask('figures', {});
    return this.#place === 'own';
  }
}
