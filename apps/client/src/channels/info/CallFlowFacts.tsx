import type { CallFlow } from '@sidetone/contract/entities/channel-setting.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';

interface CallFlowFactsProps {
  flow: CallFlow;
  /** The seconds after a call in which a member does not ring; null where there are none. */
  followUpTime: number | null;
}

/** How the calls of a shared channel are handed out, and where unanswered ones go. */
export function CallFlowFacts({ flow, followUpTime }: CallFlowFactsProps) {
  const { t } = useWords();
  const seconds = (count: number) => t(($) => $.channels.facts.seconds, { count });
  const facts: [name: string, value: string][] = [
    [t(($) => $.channels.facts.strategy), t(($) => $.channels.facts.strategies[flow.strategy])],
    [t(($) => $.channels.facts.followUp), followUpTime ? seconds(followUpTime) : t(($) => $.channels.facts.noFollowUp)],
    [t(($) => $.channels.facts.overflowAfter), seconds(flow.ringSeconds)],
    [t(($) => $.channels.facts.overflowTo), useOverflowWords(flow)],
  ];
  return (
    <dl className="grid grid-cols-[127px_1fr] gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where unanswered calls go: to a channel, a number, the voicemail, or nowhere. */
export function useOverflowWords({ overflow, overflowChannel }: CallFlow): string {
  const { t } = useWords();
  if (overflow.kind === 'number') return formatNumber(overflow.number);
  if (overflow.kind === 'channel') return overflowChannel ?? t(($) => $.channels.facts.otherChannel);
  return t(($) => $.channels.facts.overflows[overflow.kind]);
}
