import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useRun } from '../run.ts';
import { ExtensionChips } from './ExtensionChips.tsx';

interface ExtensionsProps {
  channelId: string;
  extensions: readonly string[];
}

/** The extensions of a channel; each change applies immediately, and a removed one can be restored. */
export function Extensions({ channelId, extensions }: ExtensionsProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const give = (extension: string) =>
    call(adminChannelRoutes.setExtension, { params: { extension }, body: { channelId } });
  const add = async (extension: string) => {
    try {
      await give(extension);
    } catch (error) {
      const code = codeOf(error);
      return t(($) => (code === 'CONFLICT' ? $.admin.issue.taken : $.errors[code]));
    }
  };
  const remove = (extension: string) =>
    run(() => call(adminChannelRoutes.removeExtension, { params: { extension } }), {
      title: t(($) => $.admin.users.extensionRemoved, { extension }),
      action: { label: t(($) => $.app.undo), run: () => void run(() => give(extension), null) },
    });
  return <ExtensionChips extensions={extensions} busy={busy} onAdd={add} onRemove={(each) => void remove(each)} />;
}
