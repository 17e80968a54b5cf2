import type { Jobs } from '../../jobs/jobs.ts';
import type { Feature } from '../../requests/feature.ts';
import { giveUpForNow, type HearingParts, hearAsking, hearAskingKind } from './hear-asking.ts';

/** Makes words of what callers answer to call assistants. */
export function askedFeature({ jobs, ...parts }: HearingParts & { readonly jobs: Jobs }): Feature {
  let working: { stop(): Promise<void> } | undefined;
  return {
    jobs: [
      {
        name: 'answers to call assistants: beginning',
        async resume() {
          working = await jobs.work(hearAskingKind, {
            run: (id, { signal }) => hearAsking(parts, id, signal),
            async gaveUp(id) {
              const afterSeconds = await giveUpForNow(parts, id);
              if (afterSeconds !== null) await jobs.enqueue(parts.db, hearAskingKind, id, { afterSeconds });
            },
          });
        },
      },
    ],
    stop: async () => await working?.stop(),
  };
}
