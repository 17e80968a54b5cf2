import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import { aiConnectionOptions } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiModel } from '@sidetone/contract/entities/ai-model.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';
import { useRemoval } from '../use-removal.tsx';
import { ModelCard } from './ModelCard.tsx';

interface ModelsProps {
  services: readonly AiConnection[];
  /** It is set up, and has not been tested yet. */
  onUsed: (service: { readonly id: string; readonly name: string }) => void;
}

/** Models for this server; nothing where none is offered and none is here. */
export function Models({ services, onUsed }: ModelsProps) {
  const { t } = useWords();
  const { rows } = useLive(adminQueries.adminAiModels, {});
  const { run, busy } = useRun();
  const local = services.find(({ kind }) => kind === 'local');
  const name = t(($) => $.admin.ai.kinds.local);
  const use = async (model: AiModel) => {
    const id = await run(() => takenUp(local, model, name), { title: t(($) => $.admin.ai.onServer.used) });
    if (id !== null) onUsed({ id, name });
  };
  const { askRemove, question } = useRemoval<AiModel>({
    words: (model) => ({
      title: t(($) => $.admin.ai.onServer.remove.title, { name: model.name }),
      text: t(($) => $.admin.ai.onServer.remove.text),
      action: t(($) => $.admin.ai.onServer.remove.action),
      done: { title: t(($) => $.admin.ai.onServer.remove.done, { name: model.name }) },
    }),
    remove: ({ id }) => call(adminAiRoutes.removeAiModel, { params: { modelId: id } }),
  });
  if (rows.length === 0) return null;
  return (
    <Group title={t(($) => $.admin.ai.onServer.title)} text={t(($) => $.admin.ai.onServer.text)}>
      {rows.map((model) => (
        <ModelCard
          key={model.id}
          model={model}
          isUsed={local?.model === model.id}
          isBusy={busy}
          onUse={() => void use(model)}
          onRemove={() => askRemove(model)}
        />
      ))}
      {question}
    </Group>
  );
}

/** Has calls written down by a model of this server; gives the id of the service. */
async function takenUp(local: AiConnection | undefined, { id: model }: AiModel, name: string): Promise<string> {
  if (local !== undefined) {
    const { id, rev } = local;
    await call(adminAiRoutes.changeAiConnection, { params: { connectionId: id }, body: { rev, model } });
    return id;
  }
  const options = aiConnectionOptions.parse({});
  const body = { purpose: 'speech', kind: 'local', name, url: null, model, options, confirmed: false } as const;
  return (await call(adminAiRoutes.addAiConnection, { body })).id;
}
