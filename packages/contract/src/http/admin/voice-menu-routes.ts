import { z } from 'zod';
import { plainId } from '../../entities/common.ts';
import { newVoiceMenu, voiceMenuChange } from '../../entities/voice-menu.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneMenu = z.object({ menuId: plainId });
const byAdmin = { audience: 'admin' } as const;

/** Voice menus of an account: what callers hear, and where each key leads. */
export const voiceMenuRoutes = {
  createVoiceMenu: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/voice-menus',
    summary:
      'Create a voice menu. VALIDATION_FAILED names each target that no call could come to; up to 100 per account',
    body: newVoiceMenu,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeVoiceMenu: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/voice-menus/{menuId}',
    summary: 'Change a voice menu, from the next call on. CONFLICT if it changed since this `revision`',
    params: oneMenu,
    body: voiceMenuChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  deleteVoiceMenu: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/voice-menus/{menuId}',
    summary: 'Delete a voice menu that no channel, number or other menu leads to',
    params: oneMenu,
    reply: nothing,
    errors: ['CONFLICT'],
  }),
} as const;
