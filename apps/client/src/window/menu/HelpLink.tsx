import { CircleHelp } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';

/** The question mark: answers to common questions, in a new tab. Nothing where the operator has no such page. */
export function HelpLink() {
  const { t } = useWords();
  const href = useExternalLink('faq');
  if (href === null) return null;
  const help = t(($) => $.shell.help);
  return (
    <Tooltip text={help} side="right">
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={`${help} (${t(($) => $.shell.opensOutside)})`}
        onClick={() => void track({ name: 'FAQ_CLICK' })}
        className="grid size-7 flex-none place-items-center rounded-s text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon of={CircleHelp} />
      </a>
    </Tooltip>
  );
}
