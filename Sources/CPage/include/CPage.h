// The page of 'pmgit web', built into the program.

#ifndef PMGIT_PAGE_H
#define PMGIT_PAGE_H

#include "CFiles.h"

/// The files of `Sources/PlanWeb/Page`, by their paths there. The path of the element after the
/// last one is NULL.
const CFile *c_page_files(void);

#endif
