import { type ReactNode, useEffect } from 'react';
import { chooseLanguage, type Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Logo } from '#ui/Logo.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { useServerInfo } from './server-info.ts';
import { VoicePicture } from './VoicePicture.tsx';

const languageNames = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const;

/** The frame around everything before the sign-in: the mark above, the language below, the picture beside. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { t, language } = useWords();
  useEffect(() => bridge().resizeWindow('setup'), []);
  return (
    <div className="grid h-full bg-canvas min-[900px]:grid-cols-[min(560px,50%)_1fr]">
      <main className="flex flex-col overflow-y-auto border-line bg-raised px-6 py-10 min-[560px]:px-16 min-[900px]:border-r">
        <Mark />
        <div className="my-auto pt-8 pb-10">{children}</div>
        <div className="flex flex-wrap items-center gap-4 text-12 text-ink-3">
          <SmallPrint of="privacy" />
          <SmallPrint of="terms" />
          <span className="flex-1" />
          <Segmented<Language>
            label={t(($) => $.signIn.language)}
            value={language}
            options={languageNames}
            onChange={(next) => void chooseLanguage(next)}
          />
        </div>
      </main>
      <div className="hidden place-items-center overflow-hidden bg-sidebar min-[900px]:grid">
        <VoicePicture />
      </div>
    </div>
  );
}

/** The company whose own address this is; everywhere else the product. */
function Mark() {
  const company = useServerInfo()?.company ?? null;
  return (
    <p className="flex items-center gap-2 font-semi text-16">
      {company?.logoUrl ? (
        <img src={company.logoUrl} alt="" className="size-7 object-contain" />
      ) : (
        <Logo className="size-7" />
      )}
      {company?.name ?? 'Sidetone'}
    </p>
  );
}

function SmallPrint({ of }: { of: 'privacy' | 'terms' }) {
  const { t } = useWords();
  const address = useExternalLink(of);
  if (address === null) return null;
  return (
    <OutsideLink href={address} quiet>
      {t(($) => $.start.login[of])}
    </OutsideLink>
  );
}
