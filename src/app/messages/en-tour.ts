/** Texts of the guided tour. */
export const enTour = {
  'command.session.tour': 'Tour: why does my window not fire?',
  'tour.back': 'Back',
  'tour.done': 'Done',
  'tour.dropped.text':
    'Row 7 has event time 10:08, but the union had already reached 10:10:59.999: its window is over, so the row is dropped. Row 8 is behind the watermark of web, yet its window [10:10, 10:20) is still open: it is late and counted all the same.',
  'tour.dropped.title': 'Late is not lost, dropped is',
  'tour.end': 'End the tour',
  'tour.fires.text':
    'Row 6 of app lifts the smaller watermark over 10:10. That closes [10:00, 10:10): the timer fires, the count goes out, its state is thrown away.',
  'tour.fires.title': 'One row of the slow source is enough',
  'tour.next': 'Next',
  'tour.origin.text':
    'A result remembers what it was made of. The rows of this one are lit up above; with Trace row, or a click on any result, you ask the same of yours.',
  'tour.origin.title': 'Where does this count come from?',
  'tour.place': '{n} of {of}',
  'tour.question.text':
    'Five rows are in, three of them belong to 10:00–10:10, and web is far past 10:30. Still there is no result. In a cluster this is where the guessing starts.',
  'tour.question.title': 'Why does my window not fire?',
  'tour.rows.text':
    'A dot is a row: when it came, and the time that it carries. The staircase is the watermark of its source: “nothing older will come”. web has promised 10:34:59.999, app only 10:08:59.999.',
  'tour.rows.title': 'Rows, and what their source promises',
  'tour.title': 'Guided tour',
  'tour.union.text':
    'An operator with several inputs can promise only what all of them do. The union goes with app, however far web is; the inspector shows both inputs.',
  'tour.union.title': 'The smaller watermark wins',
  'tour.waits.text':
    'Every open window says what it waits for and who holds it back. Here it is app that has to pass 10:10. If app had fallen silent, an idle timeout would help; it has not.',
  'tour.waits.title': 'The answer in one line',
  'tour.yours.text':
    'Change a row here, or drag a dot in the timeline, and the run is played again at once. Then open your own script, paste rows of yours, and share the link.',
  'tour.yours.title': 'Your turn',
} as const;
