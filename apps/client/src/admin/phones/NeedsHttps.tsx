import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { useCompanyFacts } from '../directory.ts';

/**
 * Says, before anything is typed, that phones cannot fetch their settings from this server, and what mends that. Beside SIP
 * settings nothing where they say that nobody reaches this machine.
 */
export function NeedsHttps({ beside }: { beside?: 'settings' }) {
  const { t } = useWords();
  const facts = useCompanyFacts();
  // Behind a proxy the server learns from the address of this page that it is reached over HTTPS.
  if (facts === undefined || facts.offersHttps || location.protocol === 'https:') return null;
  if (beside === 'settings' && facts.linksReach === 'thisMachine') return null;
  return (
    <p role="note" className="flex items-start gap-2 rounded-s bg-ring-tint px-3 py-2 text-ring">
      <Icon of={TriangleAlert} className="mt-0.5" />
      {t(($) => $.admin.phoneSetup.problems.noHttps)}
    </p>
  );
}
