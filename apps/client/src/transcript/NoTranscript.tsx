import type { PartReason, PartStatus } from '@sidetone/contract/entities/documentation.ts';
import { useWords } from '#i18n/use-words.ts';
import { Empty } from '#ui/Empty.tsx';

/** In place of a transcript: it is being made, failed, was deleted, or nobody spoke. */
export function NoTranscript({ status, reason }: { status: PartStatus; reason: PartReason | null }) {
  const { t } = useWords();
  const why = ({ waiting: 'coming', loading: 'coming', error: 'failed', disabled: 'off', success: 'empty' } as const)[
    status
  ];
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <Empty
        drawing={<Lines />}
        title={t(($) => $.transcript[why].title)}
        text={reason === null ? t(($) => $.transcript[why].text) : t(($) => $.callDetail.reasons[reason].text)}
      />
    </div>
  );
}

/** Turns of a talk, without words. */
function Lines() {
  const turns = [
    { y: 2, from: 10, length: 34, isUser: true },
    { y: 12, from: 18, length: 26, isUser: false },
    { y: 22, from: 10, length: 22, isUser: true },
    { y: 32, from: 18, length: 30, isUser: false },
  ];
  return (
    <svg aria-hidden="true" width={60} height={40}>
      {turns.map(({ y, from, length, isUser }) => (
        <g key={y}>
          <rect
            x={from - 6}
            y={y}
            width={2.6}
            height={7}
            rx={1.2}
            className={isUser ? 'fill-voice-you' : 'fill-voice-them'}
          />
          <rect x={from} y={y + 2.5} width={length} height={2} rx={1} className="fill-line-strong" />
        </g>
      ))}
    </svg>
  );
}
