import 'server-only';
import { HISTORY_CHANGES_MAX } from '@/lib/contract/history-days';

/** The description of a schema, and of some of its fields by their paths; `[]` means the items of a list. */
interface SchemaDescription {
  description: string;
  fields?: Readonly<Record<string, string>>;
}

const listFields = {
  monitor_uuid: 'The ID of the monitor.',
  target: 'URL, host name or address that is checked.',
  interval: 'Seconds between two checks.',
  last_status: 'Result of the last check, as the API sent it.',
  last_response_time_ms: 'Response time of the last check, milliseconds.',
  unknown_fields:
    'The fields that the API has not sent, or with a value that cannot be understood. They are null; a name and a target are empty texts, a type is "unknown", and regions are an empty list.',
  condition:
    'What Sightline derives as of the last reading: down, overdue (checks are missing), unknown (the status is neither up nor down, or the time of the check cannot be understood), pending, up, inactive.',
  observed_since: 'Since when the condition has been seen. It may have begun before.',
  changed_at: 'By when the condition began, if Sightline saw the one before; otherwise null.',
  changed_after: 'After when it began; null together with changed_at.',
  flapping: 'Whether the condition has changed at least four times in the last hour.',
};

/** What the names in the schemas do not say. A path without a field fails the build of the document, and so a test. */
export const schemaDescriptions: Readonly<Record<string, SchemaDescription>> = {
  ListedMonitor: {
    description: 'A monitor in a list: the fields of the API, and what Sightline adds.',
    fields: listFields,
  },
  MonitorList: {
    description: 'A page of the list.',
    fields: {
      facets: 'Monitors for each value of each filter, under all other filters. Only with facets=true.',
      down_summary:
        'What the monitors that are down have in common. Only with facets=true; null when they are few.',
      same_host: 'A search for the host of a pasted address that no monitor checks exactly.',
      'meta.as_of': 'When the monitors were read.',
      'meta.refresh_at': 'The earliest time at which asking again can bring anything new.',
      'meta.degraded': 'Why and since when older data is served; null while all is well.',
      'meta.inventory.state':
        'complete; reading: for the first time; incomplete: some monitors are known to be missing.',
      'meta.demo': 'Whether this is demo data.',
    },
  },
  MonitorDetail: {
    description: 'One monitor.',
    fields: {
      peers: 'Response times of comparable monitors; null when there are too few.',
      'meta.partial': 'Whether only the fields of the list are known.',
      'meta.detail_as_of': 'When the other fields were read, if that was earlier.',
    },
  },
  Change: {
    description: 'An observed change. It happened after "from" and by "to".',
    fields: {
      lasted:
        'How long the condition lasted that ends with this change, or that it began; null when that is not known.',
      fields: 'Of "edited": each field before and after.',
    },
  },
  ChangedMonitor: { description: 'A monitor as it was at the time of a change.' },
  ChangeList: { description: 'A page of the changes, the newest first.' },
  ChangeCount: {
    description: 'How many changes match.',
    fields: { 'data.count': 'At most 99.', 'data.more': 'Whether there are more.' },
  },
  HistoryMeta: {
    description: 'What Sightline has been watching.',
    fields: {
      observed_from: 'Since when, as far as it remembers; null: not yet, or the history is off.',
      gaps: 'When Sightline did not read the list.',
      kept_days: 'How long it is remembered; 0: not at all.',
      not_saved_since: 'Since when what was observed cannot be saved; null: it can.',
    },
  },
  MonitorHistory: {
    description: 'What was seen of one monitor. Times in which Sightline did not read the list are left out.',
    fields: {
      'data.slot_s': 'Length of a slot, seconds: 900 for one day, 3600 for 7 days, 14400 for 30 days.',
      'data.slots[].quarters': 'In how many of its quarter hours the list was read.',
      'data.slots[].state': 'The worst condition of the slot.',
      'data.slots[].checks':
        'Checks that were seen to be up or down: a sample, of each reading the last one.',
      'data.slots[].timed':
        'How many of these checks have a response time; a failed check can be without one. The weight of the mean.',
      'data.slots[].mean_ms':
        'Mean response time of these checks, milliseconds; null: no check has a response time.',
      'data.slots[].max_ms': 'The longest of these response times; null: as above.',
      'data.changes': `The newest ${HISTORY_CHANGES_MAX} at most.`,
    },
  },
  FleetHistory: {
    description:
      'How many monitors were in each condition at worst, each count by itself: the fewest that were up, and the most of everything else. They can be of different moments, so they can add up to more than there were monitors.',
    fields: {
      'data.slot_s': 'Length of a slot, seconds: 900 for one day, 3600 for 7 days, 14400 for 30 days.',
      'data.slots[].quarters': 'In how many of its quarter hours the list was read.',
    },
  },
  Usage: {
    description: 'The requests left, what used them, and the state of access to the API.',
    fields: {
      'data.spent_here': 'Requests of Sightline, by purpose.',
      'data.spent_elsewhere': 'Requests of other clients of the organization.',
      'data.retry_at': 'When requests go on, while they are suspended.',
      'data.replicas.count':
        'Running processes that share the quota; the last known number while the database cannot be reached.',
    },
  },
  Refresh: {
    description: 'The result of a refresh.',
    fields: {
      'data.outcome':
        'reading: it is being read; read: it was read (of one monitor); failed: it was tried; refused: nothing was sent.',
      'data.reading':
        'When the reading of the list began: it has ended when meta.last_reading of the list has this started_at, or a later one. null otherwise.',
      'data.cost': 'Requests to the API that it takes.',
      'data.reason': 'Why not everything was read; null otherwise.',
    },
  },
  Degraded: { description: 'Why older data is served.' },
  Health: {
    description: 'The state in one word.',
    fields: {
      status:
        'starting: no response of the API yet; degraded: the last request to the API failed, or the database cannot be reached.',
    },
  },
  VerboseHealth: { description: 'The state with the versions.' },
  ErrorBody: {
    description: 'Why a request failed.',
    fields: {
      error: 'A sentence for people, which may change.',
      code: 'For programs.',
      request_id: 'The ID of the request in the log.',
      parameter: 'The parameter at fault.',
      retry_at: 'When to try again; null: not known.',
      list_as_of: 'When the list was read that does not contain the monitor; it is read next at retry_at.',
    },
  },
};
