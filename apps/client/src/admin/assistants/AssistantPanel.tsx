import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { botProblem } from '@sidetone/contract/entities/assistant-voice.ts';
import { adminAssistantRoutes } from '@sidetone/contract/http/admin/assistant-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { Agents } from './Agents.tsx';
import { AnnouncementSelect } from './AnnouncementSelect.tsx';
import {
  type AssistantBody,
  type AssistantValues,
  assistantForm,
  assistantShape,
  assistantValues,
} from './assistant-form.ts';
import { QuestionsEditor } from './QuestionsEditor.tsx';
import { TopicsEditor } from './TopicsEditor.tsx';
import { UsersEditor } from './UsersEditor.tsx';
import { VoiceEditor } from './VoiceEditor.tsx';

interface AssistantPanelProps {
  /** Null makes a new one. */
  assistant: AdminAssistant | null;
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** A call assistant: its name, channel, topics and what it asks on the phone as one form; its users and the tokens of agents change immediately. */
export function AssistantPanel({ assistant, onCreated, onClose }: AssistantPanelProps) {
  const { t } = useWords();
  const channels = useAdminChannels().rows.filter(({ type }) => type === 'acd');
  // The assistant that the form was filled from: what somebody else changed since then is not written over.
  const [revision] = useState(assistant?.revision);
  const editor = useEditor<AssistantValues, AssistantBody>({
    values: assistantValues(assistant),
    schema: assistantForm,
    shape: assistantShape,
    async save(body) {
      if (assistant) {
        const params = { assistantId: assistant.id };
        await call(adminAssistantRoutes.changeAssistant, { params, body: { ...body, revision } });
        onClose();
      } else {
        onCreated((await call(adminAssistantRoutes.createAssistant, { body })).id);
      }
    },
    // Addresses of AI services are refused for the same reasons, and have words of their own.
    refusal: (path, reason) => {
      const problem = path === 'voice.url' ? botProblem.safeParse(reason).data : undefined;
      return problem && t(($) => $.admin.assistants.botProblems[problem]);
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue } = editor.form;
  return (
    <EditorPanel
      title={assistant?.name ?? t(($) => $.admin.assistants.add)}
      subtitle={assistant ? undefined : t(($) => $.admin.assistants.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(assistant ? {} : { submitLabel: t(($) => $.admin.assistants.create) })}
    >
      <Field
        label={t(($) => $.admin.assistants.name)}
        autoComplete="off"
        autoFocus={assistant === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <Select
        label={t(($) => $.admin.assistants.channel)}
        help={t(($) => $.admin.assistants.channelHelp)}
        error={editor.error('channelId')}
        options={[
          { value: '', label: t(($) => $.admin.none) },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...register('channelId')}
      />
      <Group title={t(($) => $.admin.assistants.topics)} text={t(($) => $.admin.assistants.topicsText)}>
        <TopicsEditor
          topics={watch('topics')}
          error={editor.error}
          onChange={(topics) =>
            setValue('topics', topics, { shouldDirty: true, shouldValidate: editor.problem !== null })
          }
        />
      </Group>
      <Group title={t(($) => $.admin.assistants.phone)} text={t(($) => $.admin.assistants.phoneText)}>
        <VoiceEditor
          assistant={assistant}
          voice={watch('voice')}
          error={editor.error}
          onChange={(voice) => setValue('voice', voice, { shouldDirty: true, shouldValidate: editor.problem !== null })}
        />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {soundsOf(watch('voice').kind).map((field) => (
            <AnnouncementSelect
              key={field}
              label={t(($) => $.admin.assistants[field])}
              none={t(($) => $.admin.assistants.noSound[field])}
              value={watch(field)}
              error={editor.error(field)}
              onChange={(id) => setValue(field, id, { shouldDirty: true })}
            />
          ))}
        </div>
        {watch('voice').kind === 'questions' ? (
          <QuestionsEditor
            questions={watch('questions')}
            error={editor.error}
            onChange={(questions) =>
              setValue('questions', questions, { shouldDirty: true, shouldValidate: editor.problem !== null })
            }
          />
        ) : null}
      </Group>
      {assistant ? (
        <>
          <Group title={t(($) => $.admin.assistants.users)} text={t(($) => $.admin.assistants.usersText)}>
            <UsersEditor assistant={assistant} />
          </Group>
          <Group title={t(($) => $.admin.assistants.agents)} text={t(($) => $.admin.assistants.agentsText)}>
            <Agents assistant={assistant} />
          </Group>
        </>
      ) : null}
    </EditorPanel>
  );
}

/** A bot says goodbye itself. */
const soundsOf = (kind: AssistantValues['voice']['kind']) =>
  kind === 'bot'
    ? (['greetingAnnouncementId'] as const)
    : (['greetingAnnouncementId', 'goodbyeAnnouncementId'] as const);
