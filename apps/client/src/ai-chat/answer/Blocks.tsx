import type { ChatBlock, ChatSentence } from '@sidetone/contract/entities/chat.ts';
import { useWords } from '#i18n/use-words.ts';

interface BlocksProps {
  blocks: readonly ChatBlock[];
  /** Goes to the quote with this number. */
  onCite: (number: number) => void;
}

/** What a model wrote, as text and nothing else; each sentence with the numbers of its quotes. */
export function Blocks({ blocks, onCite }: BlocksProps) {
  return (
    <div className="flex flex-col gap-3 text-14">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of an answer neither move nor change
        <Block key={at} block={block} onCite={onCite} />
      ))}
    </div>
  );
}

function Block({ block, onCite }: { block: ChatBlock; onCite: BlocksProps['onCite'] }) {
  const draw = (sentence: ChatSentence) => <Sentence sentence={sentence} onCite={onCite} />;
  if (block.kind === 'paragraph') {
    return (
      <p>
        {block.sentences.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of an answer neither move nor change
          <span key={at}>{draw(each)} </span>
        ))}
      </p>
    );
  }
  if (block.kind === 'list') {
    return (
      <ul className="list-disc pl-5">
        {block.items.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of an answer neither move nor change
          <li key={at}>{draw(each)}</li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard as well
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full text-left text-13">
        <thead>
          <tr className="border-line border-b text-12 text-ink-3">
            {block.columns.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of an answer neither move nor change
              <th key={at} scope="col" className="py-2 pr-4 font-reg">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer neither move nor change
            <tr key={at} className="border-line border-b align-top">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of an answer neither move nor change
                <td key={column} className="py-2 pr-4">
                  {draw(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sentence({ sentence, onCite }: { sentence: ChatSentence; onCite: BlocksProps['onCite'] }) {
  const { t } = useWords();
  return (
    <>
      {sentence.text}
      {sentence.cites.map((number) => (
        <button
          key={number}
          type="button"
          aria-label={t(($) => $.aiChat.answer.citation, { number })}
          onClick={() => onCite(number)}
          className="ml-1 inline-grid h-5 min-w-5 place-items-center rounded-xs bg-accent-tint px-1 font-semi text-11 text-accent hover:bg-accent-tint-2"
        >
          {number}
        </button>
      ))}
    </>
  );
}
