import type { ExternalLinkName } from '@sidetone/contract/rules/external-links.ts';
import { ExternalLink, Globe } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { browserOf } from '../agent.ts';
import { FaqLink } from '../FaqLink.tsx';
import { SettingGroup, SettingLine } from '../SettingGroup.tsx';

const extensions = [
  { browser: 'Chrome', link: 'clickToDialChrome' },
  { browser: 'Firefox', link: 'clickToDialFirefox' },
  { browser: 'Edge', link: 'clickToDialEdge' },
] as const satisfies readonly { browser: string; link: ExternalLinkName }[];

/** The extensions with which browsers hand clicked numbers to the app, and the facts about them. */
export function BrowserExtensions() {
  const { t } = useWords();
  const here = browserOf(navigator.userAgent);
  return (
    <SettingGroup
      title={t(($) => $.advanced.extensions.title)}
      aside={
        <span className="font-med text-12">
          <FaqLink to="faqClickToDial">{t(($) => $.advanced.extensions.faq)}</FaqLink>
        </span>
      }
    >
      <ul aria-label={t(($) => $.advanced.extensions.title)}>
        {extensions.map(({ browser, link }) => (
          <ExtensionLine key={browser} browser={browser} link={link} isHere={here === browser} />
        ))}
      </ul>
    </SettingGroup>
  );
}

interface ExtensionLineProps {
  browser: string;
  link: ExternalLinkName;
  isHere: boolean;
}

function ExtensionLine({ browser, link, isHere }: ExtensionLineProps) {
  const { t } = useWords();
  const href = useExternalLink(link);
  if (href === null) return null;
  // Without an extension, our own help says how to call clicked numbers.
  const isNamed = !href.startsWith('/help');
  const words = !isNamed ? ('how' as const) : isHere ? ('add' as const) : ('open' as const);
  return (
    <li aria-label={browser} className="border-line border-b last:border-b-0">
      <SettingLine
        mark={
          <span className="grid size-7 place-items-center rounded-s bg-well text-ink-3">
            <Icon of={Globe} size={14} />
          </span>
        }
        label={
          <span className="flex items-center gap-2">
            {browser}
            {isHere ? <Chip className="bg-accent-tint text-accent">{t(($) => $.advanced.extensions.here)}</Chip> : null}
          </span>
        }
        help={isNamed ? undefined : t(($) => $.advanced.extensions.none)}
      >
        <LinkButton
          size="s"
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={t(($) => $.advanced.extensions[`${words}Label`], { browser })}
        >
          {t(($) => $.advanced.extensions[words])}
          <Icon of={ExternalLink} size={14} />
        </LinkButton>
      </SettingLine>
    </li>
  );
}
