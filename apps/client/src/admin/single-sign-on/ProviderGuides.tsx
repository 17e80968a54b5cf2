import { useWords } from '#i18n/use-words.ts';
import { Group } from '../EditorPanel.tsx';

const guides = ['entra', 'google', 'keycloak'] as const;

/** What to do at three providers, step by step. */
export function ProviderGuides() {
  const { t } = useWords();
  return (
    <Group title={t(($) => $.admin.sso.guides.title)}>
      {guides.map((guide) => (
        <details key={guide}>
          <summary className="cursor-pointer font-med">{t(($) => $.admin.sso.guides[guide].name)}</summary>
          <ol className="mt-2 grid list-decimal gap-1 pl-5 text-ink-2">
            {(['first', 'second', 'third', 'fourth'] as const).map((step) => (
              <li key={step}>{t(($) => $.admin.sso.guides[guide][step])}</li>
            ))}
          </ol>
        </details>
      ))}
    </Group>
  );
}
