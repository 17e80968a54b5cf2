import { useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useTitle } from '#pages/use-title.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Logo } from '#ui/Logo.tsx';

/** Answers to common questions, for operators without pages of their own. Its parts have addresses: `/help#privacy`. */
export function HelpPage() {
  const { t } = useWords();
  useTitle(t(($) => $.help.title));
  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1));
    part?.scrollIntoView();
    part?.focus();
  }, []);
  const parts = {
    features: [t(($) => $.help.features.first), t(($) => $.help.features.second), t(($) => $.help.features.third)],
    app: [t(($) => $.help.app.first), t(($) => $.help.app.second), t(($) => $.help.app.third)],
    permissions: [
      t(($) => $.help.permissions.first),
      t(($) => $.help.permissions.second),
      t(($) => $.help.permissions.third),
      t(($) => $.help.permissions.fourth),
    ],
    clickToDial: [
      t(($) => $.help.clickToDial.first),
      t(($) => $.help.clickToDial.second),
      t(($) => $.help.clickToDial.third),
    ],
    addressBook: [t(($) => $.help.addressBook.first), t(($) => $.help.addressBook.second)],
    carddav: [t(($) => $.help.carddav.first), t(($) => $.help.carddav.second), t(($) => $.help.carddav.third)],
    hubspot: [t(($) => $.help.hubspot.first), t(($) => $.help.hubspot.second), t(($) => $.help.hubspot.third)],
    pipedrive: [t(($) => $.help.pipedrive.first), t(($) => $.help.pipedrive.second), t(($) => $.help.pipedrive.third)],
    salesforce: [
      t(($) => $.help.salesforce.first),
      t(($) => $.help.salesforce.second),
      t(($) => $.help.salesforce.third),
    ],
    zoho: [t(($) => $.help.zoho.first), t(($) => $.help.zoho.second), t(($) => $.help.zoho.third)],
    bridge: [t(($) => $.help.bridge.first), t(($) => $.help.bridge.second), t(($) => $.help.bridge.third)],
    sipgate: [t(($) => $.help.sipgate.first), t(($) => $.help.sipgate.second), t(($) => $.help.sipgate.third)],
    contact: [t(($) => $.help.contact.first)],
    terms: [t(($) => $.help.terms.first)],
    privacy: [t(($) => $.help.privacy.first), t(($) => $.help.privacy.second), t(($) => $.help.privacy.third)],
  } as const;
  return (
    <div className="h-full overflow-y-auto bg-canvas">
      <main className="mx-auto max-w-[680px] px-6 py-10">
        <div className="mb-8 flex items-center gap-2">
          <Logo className="size-7" />
          <span className="flex-1 font-semi text-16">Sidetone</span>
          <LinkButton href="/">{t(($) => $.help.back)}</LinkButton>
        </div>
        <h1 className="mb-6 font-semi text-28">{t(($) => $.help.title)}</h1>
        {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => (
          <section key={name} aria-labelledby={idOf(name)} className="mb-8">
            <h2 id={idOf(name)} tabIndex={-1} className="mb-2 scroll-mt-6 font-semi text-16 outline-none">
              {t(($) => $.help[name].title)}
            </h2>
            {parts[name].map((text) => (
              <p key={text} className="mb-2 hyphens-auto text-14 text-ink-2">
                {text}
              </p>
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}

/** As links name it: `click-to-dial`. */
function idOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
