import { z } from 'zod';
import { alarmSettings, alarmTest, reportSettings } from '../../entities/alarm.ts';
import { defineRoute } from '../route.ts';

const byAdmin = { audience: 'admin' } as const;

/** Recipients of alarms and of reports of calls, and alarms that somebody sees to. */
export const adminAlarmRoutes = {
  alarmSettings: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/alarms/settings',
    summary: 'Get where alarms are sent, and which',
    reply: z.object({ settings: alarmSettings }),
  }),

  saveAlarmSettings: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/alarms/settings',
    summary:
      'Choose where alarms are sent; a new webhook comes with the secret that signs what is posted to it. CONFLICT if someone else changed it since',
    body: alarmSettings,
    reply: z.object({ settings: alarmSettings, secret: z.string().nullable() }),
    errors: ['CONFLICT'],
  }),

  testAlarm: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/alarms/test',
    summary: 'Send a test to every address and the webhook, as they are saved',
    reply: z.object({ tests: z.array(alarmTest) }),
  }),

  acknowledgeAlarm: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/alarms/{alarmId}/acknowledge',
    summary: 'Say that you are seeing to an alarm: nobody is reminded of it from now on',
    params: z.object({ alarmId: z.string().regex(/^[0-9]{1,18}$/) }),
    reply: z.object({}),
  }),

  reportSettings: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/reports/settings',
    summary: 'Get where reports of calls are mailed, and how often',
    reply: z.object({ settings: reportSettings }),
  }),

  saveReportSettings: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/reports/settings',
    summary: 'Choose where reports of calls are mailed, and how often. CONFLICT if someone else changed it since',
    body: reportSettings,
    reply: z.object({ settings: reportSettings }),
    errors: ['CONFLICT'],
  }),
} as const;
