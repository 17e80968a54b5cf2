import type { NewNumbers } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { formatNumber, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { numberBlock } from '@sidetone/contract/rules/numbers/number-block.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';

/** The two fields of a number block: their values, their meaning so far, and adding the block. */
export function useNumberBlock() {
  const { t } = useWords();
  const place = useNumberPlace();
  const read = (typed: string) => (typed.trim() === '' ? null : (normalizeNumber(typed, place) ?? typed));

  /** The numbers of the block in words, else the use of the last number. */
  const meaning = (typedFirst: string, typedLast: string): string => {
    const ends = [typedFirst, typedLast].map((typed) => normalizeNumber(typed, place));
    const [first, last] = ends;
    const block = first && last ? numberBlock(first, last) : null;
    if (block === null || 'problem' in block) return t(($) => $.admin.numbers.lastHelp);
    const range = {
      count: block.range.length,
      from: formatNumber(block.range[0] ?? ''),
      to: formatNumber(block.range.at(-1) ?? ''),
    };
    return block.switchboard === null
      ? t(($) => $.admin.numbers.range, range)
      : t(($) => $.admin.numbers.switchboardAndRange, { ...range, switchboard: formatNumber(block.switchboard) });
  };

  /** Throws the error of the server. */
  const add = async (body: Pick<NewNumbers, 'first' | 'last'> & Partial<NewNumbers>): Promise<void> => {
    const { added, kept } = await call(adminChannelRoutes.addNumbers, { body });
    toast({
      tone: added.length > 0 ? 'ok' : 'info',
      title: t(($) => $.admin.numbers.added, { count: added.length }),
      ...(kept.length > 0 && { text: t(($) => $.admin.numbers.kept, { count: kept.length }) }),
    });
  };
  return { read, meaning, add };
}
