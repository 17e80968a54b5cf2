import { extensionNumber } from '@sidetone/contract/entities/admin-user.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin-channel-routes.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useRun } from '../run.ts';

interface ExtensionsProps {
  channelId: string;
  extensions: readonly string[];
}

/** The extensions of a channel; each change counts at once, and a removed one can be taken back. */
export function Extensions({ channelId, extensions }: ExtensionsProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();

  const add = async () => {
    const extension = typed.trim();
    if (!extensionNumber.safeParse(extension).success) return setProblem(t(($) => $.admin.users.extensionWrong));
    try {
      await call(adminChannelRoutes.setExtension, { params: { extension }, body: { channelId } });
      setTyped('');
      setProblem(undefined);
    } catch (error) {
      const code = codeOf(error);
      setProblem(t(($) => (code === 'CONFLICT' ? $.admin.issue.taken : $.errors[code])));
    }
  };
  const putBack = (extension: string) =>
    run(() => call(adminChannelRoutes.setExtension, { params: { extension }, body: { channelId } }), null);
  const remove = (extension: string) =>
    run(() => call(adminChannelRoutes.removeExtension, { params: { extension } }), {
      title: t(($) => $.admin.users.extensionRemoved, { extension }),
      action: { label: t(($) => $.app.undo), run: () => void putBack(extension) },
    });

  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2" aria-label={t(($) => $.admin.users.extensions)}>
        {extensions.map((extension) => (
          <li key={extension} className="inline-flex items-center rounded-s bg-well pl-2.5">
            {extension}
            <IconButton
              icon={X}
              label={t(($) => $.admin.users.removeExtension, { extension })}
              disabled={busy}
              onClick={() => void remove(extension)}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-start gap-2">
        <Field
          className="w-60"
          label={t(($) => $.admin.users.newExtension)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void add();
          }}
        />
        <Button size="l" className="mt-5" disabled={typed.trim() === ''} onClick={() => void add()}>
          <Icon of={Plus} />
          {t(($) => $.admin.add)}
        </Button>
      </div>
    </div>
  );
}
