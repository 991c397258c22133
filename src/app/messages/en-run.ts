/** Texts of the run, the streams and the inspector. */
export const enRun = {
  'command.run.again': 'Run again now',
  'command.run.mode': 'Next picture of the timeline',
  'command.run.open': 'Go to the run',
  'command.run.script': 'Show the script',
  'command.run.streams': 'Show the sample rows',
  'command.run.trace': 'Trace the newest result row',

  'group.run': 'Run',

  'inspector.title': 'Operator',

  'left.tabs': 'Inputs',

  'phone.run': 'Run',

  'run.endOfInput': 'end of input',
  'run.noWatermark': 'none yet',

  'run.sentence': 'Step {n} of {total}: {event}',
  'run.sentence.dropped': 'row {n} of {table} arrives late and is dropped by {operator}',
  'run.sentence.end': '{table} ends',
  'run.sentence.ends': 'all sources end',
  'run.sentence.idle': '{table} becomes idle',
  'run.sentence.late': 'row {n} of {table} arrives behind the watermark',
  'run.sentence.results.one': '{n} result',
  'run.sentence.results.other': '{n} results',
  'run.sentence.row': 'row {n} of {table} arrives',
  'run.sentence.start': 'the job starts',
  'run.sentence.timer': 'a processing-time timer of {operator} fires',
  'run.sentence.watermark': '{table} sends a watermark',
  'run.sentence.withResults': 'Step {n} of {total}: {event}, {results}',

  'run.title': 'Run',

  'streams.title': 'Streams',

  'strip.events.one': '{n} event',
  'strip.events.other': '{n} events',
  'strip.noRows': 'no rows',
  'strip.run': 'Run',
} as const;
