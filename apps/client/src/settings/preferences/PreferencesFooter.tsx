import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useVersion } from '../use-version.ts';

/** The version of the app, and its terms. */
export function PreferencesFooter() {
  const { t } = useWords();
  const version = useVersion();
  const terms = useExternalLink('terms');
  const privacy = useExternalLink('privacy');
  return (
    <footer className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-8 py-3 text-12 text-ink-3 max-[559px]:px-4">
      <span>Sidetone {version}</span>
      <span>{t(($) => $.preferences.copyright)}</span>
      <span className="flex-1" />
      {terms === null ? null : <FooterLink href={terms}>{t(($) => $.preferences.terms)}</FooterLink>}
      {privacy === null ? null : <FooterLink href={privacy}>{t(($) => $.preferences.privacy)}</FooterLink>}
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-ink-2 hover:underline">
      {children}
    </a>
  );
}
