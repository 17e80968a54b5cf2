import type { Reach } from '@sidetone/contract/entities/common.ts';
import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';

/** Says that a link, or an address for a phone, works only on the machine that the server runs on. */
export function OnlyHere({ reach, about }: { reach: Reach; about: 'link' | 'links' | 'phone' }) {
  const { t } = useWords();
  if (reach === 'others') return null;
  return (
    <p role="note" className="flex items-start gap-2 rounded-s bg-ring-tint px-3 py-2 text-ring">
      <Icon of={TriangleAlert} className="mt-0.5" />
      {t(($) => $.admin.onlyHere[about])}
    </p>
  );
}
