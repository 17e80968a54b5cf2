import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { Chip, ChipButton } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';

interface TopicChipsProps {
  row: InboxRow;
  reachable: boolean;
  onTopic: (topic: string) => void;
}

/** The number of topics that have room in a wide row; a narrower one shows only the first. */
const shownTopics = 3;

/** The topics of the call, as far as there is room. They stay where they are under the pointer: each is a link. */
export function TopicChips({ row, reachable, onTopic }: TopicChipsProps) {
  const { t } = useWords();
  const { summary } = row.documentation;
  const topics = summary?.status === 'success' ? summary.topics : [];
  const stranger = row.call.direction === 'INCOMING' && row.remote.name === null;
  if (topics.length === 0 && !stranger) return null;
  const [first, ...others] = topics.slice(0, shownTopics);
  return (
    <span className="hidden flex-none gap-1 @min-[560px]:flex">
      {first === undefined ? (
        <Chip>{t(($) => $.inbox.unknownCaller)}</Chip>
      ) : (
        [first, ...others].map((topic, place) => (
          <ChipButton
            key={topic}
            label={t(($) => $.inbox.topic.show, { topic })}
            tabIndex={reachable ? 0 : -1}
            onPress={() => onTopic(topic)}
            className={cn('max-w-40', place > 0 && 'hidden @min-[900px]:inline-flex')}
          >
            <span className="truncate">{topic}</span>
          </ChipButton>
        ))
      )}
      <More topics={topics.slice(1)} className="@min-[900px]:hidden" />
      <More topics={topics.slice(shownTopics)} className="hidden @min-[900px]:inline-flex" />
    </span>
  );
}

function More({ topics, className }: { topics: readonly string[]; className: string }) {
  const { t } = useWords();
  if (topics.length === 0) return null;
  const names = topics.join(', ');
  return (
    <span title={names} className={className}>
      <Chip line>
        <span aria-hidden>{`+${topics.length}`}</span>
        <span className="sr-only">{t(($) => $.inbox.topic.more, { topics: names })}</span>
      </Chip>
    </span>
  );
}
