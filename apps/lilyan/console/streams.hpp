// Writing to the standard streams so that a closed or full one never ends the program badly, and what standard error is.
#pragma once

#include <lilyan/core/error.hpp>

#include <cstddef>
#include <string>

namespace lilyan::app {

// Called first. A reader that goes away (`lilyan list | head`) and a file that may not grow (`ulimit -f`) are then seen as a failed
// write instead of a deadly signal, and a stream that the caller has closed is never mistaken for a file that is opened later.
void prepare_streams();

// Whatever is printed, a terminal is not made to act on it: control characters but line ends and tabs are shown escaped.

void print(const std::string& text);  // to standard output

// Faults to standard error: one line saying what and where, one saying what to do; very many, and very long ones, are cut short.
void print_error(const InputError& error);
void print_error(const std::string& message, const std::string& hint = {});
void print_out_of_memory();  // allocates nothing
void print_note(const std::string& text);
void print_progress(const std::string& text);  // to standard error, as it is

// Flushes standard output; throws InputError where it could not be written for another reason than a reader gone.
void finish_output();

bool is_terminal();            // standard error is one on which a line can be written over
std::size_t terminal_width();  // [letters] of standard error

}  // namespace lilyan::app
