import {
  type AiConnectionChange,
  aiConnectionChange,
  type NewAiConnection,
  newAiConnection,
} from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { hasOwnAddress } from '@sidetone/contract/rules/ai/ai-services.ts';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { MoreOptions } from './MoreOptions.tsx';
import {
  changeBody,
  hostOf,
  needsConfirmation,
  newServiceBody,
  type OpenService,
  processorOf,
  type ServiceValues,
  serviceValues,
  usualModels,
} from './service-form.ts';

interface ServicePanelProps {
  open: OpenService;
  /** Kinds that can be chosen. */
  kinds: readonly AiServiceKind[];
  onClose: () => void;
  /** It is kept, and has not been tested yet. */
  onSaved: (service: { readonly id: string; readonly name: string }) => void;
}

/** A service with its address, model and key. The key is written and never read. */
export function ServicePanel({ open, kinds, onClose, onSaved }: ServicePanelProps) {
  const { t } = useWords();
  const purpose = open.at === 'new' ? open.purpose : open.service.purpose;
  const nameOf = (kind: AiServiceKind) => t(($) => $.admin.ai.kinds[kind]);
  const editor = useEditor<ServiceValues, NewAiConnection | AiConnectionChange>({
    values: serviceValues(open, nameOf),
    schema: (open.at === 'new' ? newAiConnection : aiConnectionChange) as z.ZodType<
      NewAiConnection | AiConnectionChange
    >,
    shape: (values) => (open.at === 'new' ? newServiceBody(purpose, values) : changeBody(open.service, values)),
    async save(body) {
      const id = await keep(open, body);
      onSaved({ id, name: body.name ?? '' });
    },
    saved: t(($) => $.admin.ai.changed),
  });
  const { register, watch, setValue } = editor.form;
  const { kind, url, name } = watch();
  const host = hostOf({ kind, url });
  const hasKey = open.at === 'service' && open.service.hasKey;
  const chooseKind = (next: AiServiceKind) => {
    setValue('kind', next);
    setValue('name', nameOf(next));
    setValue('model', usualModels[purpose][next] ?? '');
    setValue('processor.name', processorOf(next));
  };
  return (
    <EditorPanel
      title={open.at === 'new' ? t(($) => $.admin.ai.newService) : open.service.name}
      subtitle={t(($) => $.admin.ai[`${purpose}Text`])}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      {open.at === 'new' ? (
        <Select
          label={t(($) => $.admin.ai.kind)}
          options={kinds.map((value) => ({ value, label: nameOf(value) }))}
          error={editor.error('kind')}
          {...register('kind', { onChange: (event) => chooseKind(event.target.value as AiServiceKind) })}
        />
      ) : null}
      <Field label={t(($) => $.admin.ai.name)} error={editor.error('name')} {...register('name')} />
      {hasOwnAddress(kind) ? (
        <Field
          label={t(($) => $.admin.ai.url)}
          type="url"
          inputMode="url"
          placeholder="https://"
          help={t(($) => $.admin.ai.urlHelp)}
          error={editor.error('url')}
          {...register('url')}
        />
      ) : null}
      <Field
        label={t(($) => $.admin.ai.model)}
        autoCapitalize="none"
        spellCheck={false}
        error={editor.error('model')}
        {...register('model')}
      />
      <Field
        label={t(($) => $.admin.ai.key) + (hasOwnAddress(kind) ? ` (${t(($) => $.admin.optional)})` : '')}
        type="password"
        // No password of the browser's is meant.
        autoComplete="new-password"
        help={hasKey ? t(($) => $.admin.ai.keyKept) : t(($) => $.admin.ai.keyHelp, { host: host ?? name })}
        error={editor.error('key')}
        {...register('key')}
      />
      <p className="text-12 text-ink-2">
        {host === null ? t(($) => $.admin.ai.stays) : t(($) => $.admin.ai.leaves[purpose])}
      </p>
      {needsConfirmation(open, { kind, url }) ? (
        <div className="grid gap-3">
          <Field
            label={t(($) => $.admin.ai.processor.name)}
            error={editor.error('processor.name')}
            {...register('processor.name')}
          />
          <Field
            label={t(($) => $.admin.ai.processor.place)}
            help={t(($) => $.admin.ai.processor.placeHelp)}
            error={editor.error('processor.place')}
            {...register('processor.place')}
          />
          <Checkbox
            label={t(($) => $.admin.ai[purpose === 'voice' ? 'confirmVoice' : 'confirm'], { name, host: host ?? '' })}
            aria-invalid={editor.error('confirmed') !== undefined}
            {...register('confirmed')}
          />
          <p className="text-12 text-ink-3">{t(($) => $.admin.ai.confirmHelp)}</p>
          {editor.error('confirmed') === undefined ? null : (
            <p role="alert" className="text-12 text-missed">
              {editor.error('confirmed')}
            </p>
          )}
        </div>
      ) : null}
      <MoreOptions purpose={purpose} editor={editor} />
    </EditorPanel>
  );
}

/** Keeps it at the server; gives its id. */
async function keep(open: OpenService, body: NewAiConnection | AiConnectionChange): Promise<string> {
  if (open.at === 'new') return (await call(adminAiRoutes.addAiConnection, { body: body as NewAiConnection })).id;
  const { id } = open.service;
  await call(adminAiRoutes.changeAiConnection, { params: { connectionId: id }, body: body as AiConnectionChange });
  return id;
}
