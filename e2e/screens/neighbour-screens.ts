import type { Page } from '@playwright/test';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { openMicrosoft } from '@sidetone/simulator/microsoft/microsoft.ts';
import { ApiSession } from '../people/api-session.ts';
import { microsoftSettings } from '../world/microsoft-settings.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import type { Screen } from './screen.ts';
import { settled } from './settled.ts';
import { asks, chatFlags, toldPage, withFlags, withoutFlags } from './told-screens.ts';

/** What a Sidetone that is pictured may ask: a Microsoft and AI services, all of this machine. */
export async function openNeighbours() {
  const microsoft = await openMicrosoft();
  const ai = await openAiServer();
  return {
    ai,
    settings: (httpPort: number) => ({
      ...microsoftSettings(microsoft, httpPort),
      AI_PRIVATE_HOSTS: '127.0.0.1',
    }),
    async close() {
      microsoft.close();
      await ai.close();
    },
  };
}

async function connectsModel(sidetone: Sidetone, administrator: SignIn, ai: AiServer): Promise<void> {
  const session = await ApiSession.signIn(sidetone.origin, administrator);
  const reply = await session.request('POST', '/admin/ai-connections', {
    purpose: 'language',
    kind: 'openaiCompatible',
    name: 'Own model',
    model: ai.models[0],
    url: ai.urlOf('own'),
    key: ai.key,
  });
  if (!reply.ok) throw new Error(`No model: ${await reply.text()}`);
}

const connectsTeams = async (on: Page): Promise<void> => {
  const connect = on.getByRole('button', { name: /^(connect|verbinden)$/i });
  const [popup] = await Promise.all([on.waitForEvent('popup'), connect.click()]);
  await popup.getByRole('button', { name: 'Accept' }).click();
  await popup.waitForURL(/done/);
  await popup.close();
  await on.getByRole('button', { name: /^(disconnect|trennen)$/i }).waitFor();
};

/** Screens that need somebody else: the chat as a model answers, and Teams that is connected. */
export const neighbourScreens = ({ ai }: { ai: AiServer }): Screen[] => [
  toldPage(
    'ai-chat-answer',
    '/main/ai-chat',
    async (on, sidetone) => {
      const [administrator] = await sidetone.signIns();
      if (administrator) await connectsModel(sidetone, administrator, ai);
      await withFlags(chatFlags, '/main/ai-chat')(on, sidetone);
      await asks(on);
    },
    async (on, sidetone) => {
      await sidetone.query('delete from ai_connections');
      await withoutFlags(chatFlags)(on, sidetone);
    },
  ),
  toldPage(
    'settings-extensions-teams',
    '/main/channels/private/dialogs/settings/extensions',
    connectsTeams,
    async (on, sidetone) => {
      await sidetone.query('delete from presence_connectors');
      await settled(on);
    },
  ),
];
