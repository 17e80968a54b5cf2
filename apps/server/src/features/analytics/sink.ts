import { appendFile, rename, stat } from 'node:fs/promises';
import type { AnalyticsEvent } from '@sidetone/contract/entities/analytics.ts';
import type { Logger } from 'pino';

/** Where the operator of the server wants events to go. */
export type SinkSettings = { readonly url: string } | { readonly file: string };

/** Takes events; it never throws and nobody waits for it. */
export interface Sink {
  put(event: AnalyticsEvent): void;
  /** What was put is on its way out, or was given up: nothing of the server waits longer for it than for one answer. */
  stop(): Promise<void>;
}

/** So many events wait at most; what comes after them is dropped, since none of them is worth the memory of the phone. */
const mostWaiting = 1000;
/** A file that has this many bytes becomes `<name>.1`, and that one goes. */
const mostBytes = 20_000_000;
const timeoutMs = 5000;

interface SinkParts {
  readonly now?: () => Date;
  readonly post?: typeof postTo;
  /** So long the end of the server waits for a sink that is slow. */
  readonly longestStopMs?: number;
}

/**
 * Passes events on in the order in which they came: each as a JSON object with its `time`, as a line of a file or as the
 * body of a POST. Nothing of who did it goes along. What cannot be delivered is logged and forgotten.
 */
export function analyticsSink(
  to: SinkSettings,
  log: Logger,
  { now = () => new Date(), post = postTo, longestStopMs = timeoutMs }: SinkParts = {},
): Sink {
  let waiting: string[] = [];
  let dropped = 0;
  let working: Promise<void> | null = null;

  async function deliver(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        if ('file' in to) await append(to.file, lines);
        else for (const line of lines) await post(to.url, line);
      } catch (error) {
        log.warn({ err: error, count: lines.length }, 'analytics: delivery failed');
      }
      if (dropped > 0) log.warn({ count: dropped }, 'analytics: events dropped, the sink is too slow');
      dropped = 0;
    }
  }

  return {
    put(event) {
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(JSON.stringify({ time: now().toISOString(), ...event }));
      working ??= deliver().finally(() => {
        working = null;
      });
    },
    async stop() {
      if (working === null) return;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, longestStopMs);
      await Promise.race([working, over]);
      clearTimeout(timer);
    },
  };
}

async function append(file: string, lines: readonly string[]): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size >= mostBytes) await rename(file, `${file}.1`);
  await appendFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

async function postTo(url: string, body: string): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the sink answered ${reply.status}`);
}
