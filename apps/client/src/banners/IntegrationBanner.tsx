import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { Plug } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';

/** The sign-in of some address books or CRMs is no longer accepted. */
export function IntegrationBanner({ waiting }: { waiting: readonly ConnectedIntegration[] }) {
  const { t, language } = useWords();
  const dialogs = useDialogs();
  const names = new Intl.ListFormat(language).format(waiting.map(({ displayName }) => displayName));
  const [only, ...others] = waiting;
  const path = only && others.length === 0 ? `settings/integrations/${only.name}` : 'settings/integrations';
  return (
    <Banner
      tone="warn"
      icon={Plug}
      action={
        <Button size="s" onClick={() => dialogs.open(path)}>
          {t(($) => $.integrations.banner.reconnect)}
        </Button>
      }
    >
      {t(($) => $.integrations.banner.needsSignIn, { count: waiting.length, names })}
    </Banner>
  );
}
