import type { ChatBlock, ChatCitation, ChatMessage, ChatSentence } from '@sidetone/contract/entities/chat.ts';

/** An answer as a text to copy: what it says, then the quotes that it rests on, each with whom the call was with. */
export function answerText(message: ChatMessage, nameOf: (citation: ChatCitation) => string): string {
  const said = message.blocks.map(blockText);
  const quotes = message.citations.map((each) => `[${each.number}] “${each.quote}” (${nameOf(each)})`);
  return [...said, quotes.join('\n')].filter((part) => part !== '').join('\n\n');
}

function blockText(block: ChatBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.sentences.map(sentenceText).join(' ');
    case 'list':
      return block.items.map((item) => `- ${sentenceText(item)}`).join('\n');
    case 'table':
      return [block.columns.join('\t'), ...block.rows.map((row) => row.map(sentenceText).join('\t'))].join('\n');
  }
}

const sentenceText = ({ text, cites }: ChatSentence): string =>
  [text, ...cites.map((number) => `[${number}]`)].filter((part) => part !== '').join(' ');
