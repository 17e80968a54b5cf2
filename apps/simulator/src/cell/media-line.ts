import type { Media, MediaFact, MediaOwner } from '../../../server/src/pbx/media/media.ts';
import { MediaError } from '../../../server/src/pbx/media/media.ts';
import type { Life } from './machine.ts';
import type { Connection, MediaHost } from './media-host.ts';
import type { Scheduler } from './scheduler.ts';

const firstRetryMs = 50;
const lastRetryMs = 1_000;
const patienceMs = 5_000;
/** From one machine to the other. */
const wayMs = 1;

/** Of `Media`, what goes over the line as it is. */
const methods = [
  'openEndpoint',
  'acceptAnswer',
  'answerReoffer',
  'reoffer',
  'bridge',
  'unbridge',
  'hold',
  'echo',
  'confer',
  'attach',
  'detach',
  'play',
  'startStream',
  'stopStream',
  'startRecording',
  'pauseRecording',
  'stopRecording',
  'moveRecording',
  'adopt',
  'sendDtmf',
  'stats',
  'close',
  'closeAll',
] as const;

interface Given {
  readonly life: Life;
  readonly time: Scheduler;
  readonly host: MediaHost;
  readonly owner: MediaOwner;
  onOutlived(): void;
}

/** The way of one process to the media host; it connects again and tells `lost`, as `media-client.ts` does. */
class MediaLine {
  readonly listeners = new Set<(fact: MediaFact) => void>();
  readonly #given: Given;
  #waiting: (() => void)[] = [];
  #connection: Connection | undefined;
  #retryMs = firstRetryMs;

  constructor(given: Given) {
    this.#given = given;
    this.#connect();
  }

  ask(method: string, args: readonly unknown[]): Promise<unknown> {
    const { life, host } = this.#given;
    return new Promise((resolve, reject) => {
      const stop = life.after(patienceMs, () => reject(new MediaError('MEDIA_UNAVAILABLE', `no reply to ${method}`)));
      const send = (): void => this.#send(method, args, { stop, resolve, reject });
      if (this.#connection && host.isConnected(this.#connection)) send();
      else this.#waiting.push(send);
    });
  }

  #send(
    method: string,
    args: readonly unknown[],
    { stop, resolve, reject }: { stop(): void; resolve(result: unknown): void; reject(error: MediaError): void },
  ): void {
    const { life, host, time, onOutlived } = this.#given;
    const over = this.#connection;
    const answer = (done: () => void) =>
      time.after(wayMs, () =>
        life.take(() => {
          stop();
          done();
        }),
      );
    time.after(wayMs, () => {
      if (!over || !host.isConnected(over)) {
        answer(() => reject(new MediaError('MEDIA_UNAVAILABLE', 'the media process went away')));
        return;
      }
      host.order(over, method, args).then(
        (result) => answer(() => resolve(result)),
        (error: MediaError) => answer(() => (error.code === 'OUTLIVED' ? onOutlived() : reject(error))),
      );
    });
  }

  #connect(): void {
    const { life, host, owner, onOutlived } = this.#given;
    if (!host.isUp) {
      life.after(this.#retryMs, () => this.#connect());
      this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
      return;
    }
    this.#retryMs = firstRetryMs;
    const isAgain = this.#connection !== undefined;
    this.#connection = {
      owner,
      life,
      write: (line) => this.#hear(line),
      closed: () => {
        this.#tell({ type: 'lost' });
        life.after(firstRetryMs, () => this.#connect());
      },
    };
    try {
      host.connect(this.#connection);
    } catch {
      onOutlived();
      return;
    }
    if (isAgain) void host.order(this.#connection, 'closeAll', []);
    for (const send of this.#waiting) send();
    this.#waiting = [];
  }

  #hear(line: string): void {
    const { life, time, onOutlived } = this.#given;
    time.after(wayMs, () =>
      life.take(() => {
        const said = JSON.parse(line) as { readonly fact?: MediaFact; readonly outlived?: object };
        if (said.outlived) onOutlived();
        else if (said.fact) this.#tell(said.fact);
      }),
    );
  }

  #tell(fact: MediaFact): void {
    for (const hear of this.listeners) hear(fact);
  }
}

export function openMediaLine(given: Given): Media {
  const line = new MediaLine(given);
  const asked = Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => line.ask(method, args)]));
  return {
    ...(asked as unknown as Omit<Media, 'onFact'>),
    onFact(listener) {
      line.listeners.add(listener);
      return () => line.listeners.delete(listener);
    },
  };
}
